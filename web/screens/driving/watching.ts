import { phone } from './phone.ts'
import { hasToSend, sync } from './syncing.ts'

const gatherMs = 100
const retryMs = 5_000
const sendAgainMs = 15_000
const askAgainMs = 60_000

/** Everything that is a reason to send or to ask again. */
export function watch(): void {
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
  listenWhileOpen()
}

/** What changes elsewhere is told by the live stream; it says only that something did. */
function listenWhileOpen(): void {
  let source: EventSource | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined
  let isFirst = true

  function soon() {
    clearTimeout(gathering)
    gathering = setTimeout(() => void sync(), gatherMs)
  }

  function connect() {
    const opened = new EventSource('/api/live')
    source = opened
    opened.onopen = () => {
      // whatever was missed meanwhile
      if (!isFirst) soon()
      isFirst = false
    }
    opened.onerror = () => {
      // a refused stream is not tried again by the browser
      if (opened.readyState !== EventSource.CLOSED) return
      source = null
      setTimeout(follow, retryMs)
    }
    opened.addEventListener('change', soon)
    opened.addEventListener('signed-out', soon)
    // too many pages of this account: it asks now and then, and listens again when somebody looks at it
    opened.addEventListener('crowded', () => opened.close())
  }

  function follow() {
    const isOpen = phone.get().phase === 'open' && phone.get().isReached === true
    if (isOpen && !source) connect()
    if (phone.get().phase === 'signed-out') {
      source?.close()
      source = null
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || source?.readyState !== EventSource.CLOSED) return
    source = null
    follow()
  })
  phone.subscribe(follow)
  follow()
}
