import classes from './LiveDot.module.css'

export type LiveState = 'live' | 'reconnecting' | 'paused'

/** Whether the list in view gets live updates. A list that does not says so, and since when. */
export function LiveDot({ state, since }: { state: LiveState; since?: string }) {
  return (
    <span className={classes.live} data-state={state} aria-live="polite">
      {words(state, since)}
    </span>
  )
}

function words(state: LiveState, since: string | undefined): string {
  if (state === 'live') return 'Live'
  if (state === 'reconnecting') return 'Reconnecting'
  return since ? `Live updates paused, last update ${since}` : 'Live updates paused'
}
