/** However long an answer took, a question that waits is asked again after this; one that may rest, after a few of its rests. */
const longestRestMs = 800
/** The more is told while an answer is awaited, the longer the rest after it, up to so many times as long as it took. */
const widest = 4

export type Gathering = {
  /** Something changed that the answer may tell of. */
  hint(): void
  /** Somebody looks again: what was told meanwhile is asked for. */
  look(): void
}

/**
 * Asks again after hints. The first is followed at once; while an answer is awaited the others are gathered, and after
 * it there is a rest which grows with the time that the answer took, and with how much was told: a busy server is asked
 * seldom, and a quiet one without delay. A hint is never lost: whatever is told after a question was sent is asked for
 * once more.
 */
export function gatherHints(options: {
  /** Rejects if it failed; what was told meanwhile is then left to whoever sees the failure. */
  ask: () => Promise<unknown>
  /** At least so long from one question to the next. */
  restMs?: number | undefined
  isLookedAt?: () => boolean
}): Gathering {
  const { ask, restMs = 0, isLookedAt = () => true } = options
  let hints = 0
  let isBusy = false

  function goOn(): void {
    if (isBusy || hints === 0 || !isLookedAt()) return
    isBusy = true
    hints = 0
    void askOnce()
  }

  async function askOnce(): Promise<void> {
    const askedAt = performance.now()
    try {
      await ask()
    } catch {
      hints = 0
    }
    const took = performance.now() - askedAt
    const longest = Math.max(longestRestMs, widest * restMs)
    const rest = Math.min(longest, took * Math.min(widest, hints + 1))
    setTimeout(
      () => {
        isBusy = false
        goOn()
      },
      Math.max(rest, restMs - took),
    )
  }

  return {
    hint() {
      hints += 1
      goOn()
    },
    look: goOn,
  }
}
