import type { namedCalls } from '#contract/named-calls.ts'
import type { OutputOf } from '#contract/route.ts'

const pollMs = 10 * 60_000 // §7.1

/** Reloads the page when another build is served (§7.1). A poll that fails is tried again next time. */
export function watchBuild(reload: () => void = () => location.reload()): () => void {
  let first: string | null = null
  const look = async (): Promise<void> => {
    try {
      const { buildID } = await askBuild()
      if (first !== null && first !== buildID) reload()
      first ??= buildID
    } catch {}
  }
  lookNow = () => void look()
  lookNow()
  const timer = setInterval(lookNow, pollMs)
  return () => clearInterval(timer)
}

let lookNow: () => void = () => undefined

/** What the server answered is not what this page knows: another version may have said it (decision 48). */
export function lookForAnotherBuild(): void {
  if (mayReload()) lookNow()
}

/** Not again and again, where two versions are served at once. */
function mayReload(): boolean {
  const agoMs = Date.now() - Number(sessionStorage.getItem('reloaded-at'))
  // below zero the clock was set back since
  if (agoMs >= 0 && agoMs < 60_000) return false
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  return true
}

/** Not by a route of the contract: the light pages would have to bundle its schemas. */
async function askBuild(): Promise<OutputOf<typeof namedCalls.buildId>> {
  const response = await fetch('/api/buildId')
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response.json()
}

/** When a chunk of an old build is gone from the server the page is reloaded, but not again and again. */
export function reloadForLostParts(): void {
  addEventListener('vite:preloadError', () => {
    // nobody has asked for it yet
    if (loadingAhead > 0) return
    if (mayReload()) location.reload()
  })
}

let loadingAhead = 0

/** Loads what will be asked for, once the page has nothing else to do. If that fails, it is loaded when it is asked for. */
export function loadAhead(load: () => Promise<unknown>): () => void {
  function begin() {
    loadingAhead++
    const end = () => {
      loadingAhead--
    }
    load().then(end, end)
  }
  // not in every browser
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(begin, 2_000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(begin)
  return () => cancelIdleCallback(idle)
}
