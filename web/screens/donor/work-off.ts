import { firstWord } from '#domain/donors/first-word.ts'
import { challengeIn, isSolved, solutionText } from '#domain/donors/working.ts'

/** So few at a time, some milliseconds, that a slow phone still answers to typing in between. */
const atATime = 2_000

/** What the header `Donor-Work` takes; null if that is no challenge, or it was stopped before. */
export async function workOff(asked: string, stop?: AbortSignal): Promise<string | null> {
  const challenge = challengeIn(asked)
  if (!challenge) return null
  for (let tried = 0; !stop?.aborted; tried++) {
    if (isSolved(firstWord, challenge, tried)) return solutionText(challenge, tried)
    if (tried % atATime === atATime - 1) await othersFirst()
  }
  return null
}

/** Yields by a message: a timer would wait longer than the work takes. */
function othersFirst(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
