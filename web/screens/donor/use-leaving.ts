import type { DonorWords } from '#domain/donors/words.ts'
import type { AlertAnswer, AlertRequest } from '../../ui/feedback/alert-store.ts'
import { type Otherwise, patienceMs } from './say.ts'
import { useIdle } from './use-idle.ts'

/** On a shared device: so long nobody touches it before it asks. */
const idleMs = 120_000

type Leaving = {
  isWatched: boolean
  isUntouched: boolean
  words: DonorWords['form']
  ask: (alert: AlertRequest, otherwise?: Otherwise) => Promise<AlertAnswer>
  clear: () => void
  /** Whoever stood at a shared device has left it. */
  onLeft: () => void
}

/** Who wants to begin anew is asked whether they mean it; who has gone away, whether they are still there. */
export function useLeaving({ isWatched, isUntouched, words, ask, clear, onLeft }: Leaving) {
  const { startAgainAsk, startAgain, idle, stay } = words
  const choice = { ok: stay, action: { label: startAgain } }
  useIdle(isWatched, idleMs, askStillThere)

  async function askStillThere() {
    const otherwise: Otherwise = { after: patienceMs, with: 'action' }
    const isLeft = isUntouched || (await ask({ ...idle, ...choice }, otherwise)) === 'action'
    if (!isLeft) return
    clear()
    onLeft()
  }

  return async function askStartAgain() {
    if ((await ask({ ...startAgainAsk, ...choice })) === 'action') clear()
  }
}
