import type { LiveMessage } from '#contract/live.ts'

/** Not imported from the contract, which would add its schemas to the driver's page. */
const path = '/api/live'
/** No back-off: a page asks for little, and a server that was restarted is found within seconds. */
const retryMs = 3_000

type Listener = {
  /** Connected, for the first time or again: what changed before was not heard. */
  onOpen: () => void
  /** A hint that something changed, never what it says. */
  onChange: (message: LiveMessage) => void
  onSignedOut: () => void
  onBeat?: () => void
  /** It reconnects by itself. Refused: the session may have ended, or the server is starting. */
  onLost?: (isRefused: boolean) => void
}

export type LiveStream = {
  /** For a connection that may be dead without either end having noticed. */
  reconnect: () => void
  close: () => void
}

/** Listens to the server's live stream until it is closed, for the dashboard and for the driver's page. */
export function openLiveStream({ onOpen, onChange, onSignedOut, onBeat, onLost }: Listener): LiveStream {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  /** The account has too many streams open. One that came back by itself would only push out the next. */
  let isCrowded = false

  function connect(): void {
    clearTimeout(retry)
    source?.close()
    const opened = new EventSource(path)
    source = opened
    opened.onopen = onOpen
    opened.onerror = () => {
      // the browser does not retry a stream that was refused
      const isRefused = opened.readyState === EventSource.CLOSED
      if (isRefused) retry = setTimeout(connect, retryMs)
      onLost?.(isRefused)
    }
    if (onBeat) opened.addEventListener('beat', onBeat)
    opened.addEventListener('change', (event) => onChange(JSON.parse(event.data)))
    opened.addEventListener('signed-out', onSignedOut)
    opened.addEventListener('crowded', () => {
      isCrowded = true
      opened.close()
      onLost?.(false)
    })
  }

  /** A page that is looked at again may open its stream again. */
  function onVisibility(): void {
    if (!isCrowded || document.visibilityState !== 'visible') return
    isCrowded = false
    connect()
  }

  connect()
  document.addEventListener('visibilitychange', onVisibility)
  return {
    reconnect() {
      if (!isCrowded) connect()
    },
    close() {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(retry)
      source?.close()
    },
  }
}
