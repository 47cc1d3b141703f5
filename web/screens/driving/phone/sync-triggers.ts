import { type LiveStream, openLiveStream } from '../../../api/live-stream.ts'
import { phone } from './phone.ts'
import { hasToSend, sync } from './syncing.ts'

const gatherMs = 100
const sendAgainMs = 15_000
const askAgainMs = 60_000

/** Syncs whenever there is a reason to send or to ask again. */
export function startSyncTriggers(): void {
  addEventListener('online', () => void sync())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sync()
  })
  setInterval(() => {
    if (hasToSend()) void sync()
  }, sendAgainMs)
  setInterval(() => {
    if (document.visibilityState === 'visible') void sync()
  }, askAgainMs)
  syncOnHints()
}

/** Listens while somebody is signed in. */
function syncOnHints(): void {
  let stream: LiveStream | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  function soon() {
    clearTimeout(gathering)
    gathering = setTimeout(() => void sync(), gatherMs)
  }

  function onOpen() {
    // the page has synced at its start
    if (!isFirst) soon()
    isFirst = false
  }

  function follow() {
    const { phase, isReached } = phone.get()
    if (phase === 'open' && isReached)
      stream ??= openLiveStream({ onOpen, onChange: soon, onSignedOut: soon })
    if (phase !== 'signed-out') return
    stream?.close()
    stream = null
  }

  phone.subscribe(follow)
  follow()
}
