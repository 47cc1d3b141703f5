import { namedCalls } from '#contract/named-calls.ts'
import { call } from './client.ts'

const pollMs = 10 * 60_000 // §7.1

/** Reloads the page when another build is served (§7.1). A poll that fails is tried again next time. */
export function watchBuild(reload: () => void = () => location.reload()): () => void {
  let first: string | null = null
  const look = async (): Promise<void> => {
    try {
      const { buildID } = await call(namedCalls.buildId, {})
      if (first !== null && first !== buildID) reload()
      first ??= buildID
    } catch {}
  }
  void look()
  const timer = setInterval(() => void look(), pollMs)
  return () => clearInterval(timer)
}
