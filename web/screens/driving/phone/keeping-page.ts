import { phone } from './phone.ts'

/**
 * Installs the service worker, and reloads the page for a new build, but not while somebody is typing. Returns what to
 * do when a new build was seen.
 */
export function keepPage(): () => void | Promise<void> {
  const { serviceWorker } = navigator
  // in development every file comes from the server; without TLS there is no service worker
  if (!serviceWorker || !import.meta.env.PROD) return reloadWhenIdle

  const kept = serviceWorker.register('/driver-worker.js', { scope: '/driver' }).catch(() => null)
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) reloadWhenIdle()
    isControlled = true
  })
  return async () => {
    const registration = await kept
    if (!registration) return reloadWhenIdle()
    await registration.update()
  }
}

function reloadWhenIdle(): void {
  const isTyping =
    document.activeElement?.matches('input, textarea') && document.visibilityState === 'visible'
  if (isTyping || isLostWithPage())
    document.addEventListener('visibilitychange', reloadWhenIdle, { once: true })
  else location.reload()
}

/** Without room on the phone a report is in the page alone until it is sent. */
function isLostWithPage(): boolean {
  const { isLasting, queue } = phone.get()
  return !isLasting && queue.length > 0
}
