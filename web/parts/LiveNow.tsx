import { showTimeWithSeconds } from '#domain/basics/time.ts'
import { useLiveState } from '../api/live.ts'
import { LiveDot } from '../ui/feedback/LiveDot.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'

/** Whether what is in view follows the server, for the head of a screen. Since when not, the banner above tells. */
export function LiveNow() {
  const { kind } = useLiveState()
  return <LiveDot state={kind === 'live' ? 'live' : 'reconnecting'} />
}

/** A list without live updates must not look live: it is read by people with a patient waiting. */
export function LiveBanner() {
  const state = useLiveState()
  return (
    // there before its first words, else screen readers miss them
    <div aria-live="polite">
      {state.kind === 'paused' && (
        <Notice kind="warning">Live updates paused, last update {showTimeWithSeconds(state.since)}</Notice>
      )}
    </div>
  )
}
