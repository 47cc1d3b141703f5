import type { MessageState } from './resending.ts'

/**
 * Messages about one thing to one recipient, such as whether an order is theirs to carry, make a thread: the newest
 * holds, and one that has not gone when another comes is overtaken (ruling AMB-277).
 */
export type InThread = {
  readonly state: MessageState
  /** How often somebody took it to send it, since it was written or released. */
  readonly attempts: number
  /** How often it was tried in all. */
  readonly tries: number
  /** It says that what was told before is so no longer. */
  readonly takesBack: boolean
}

/** Nobody can have read it. One that was taken once may have arrived, whatever was heard of it. */
const isUntold = ({ state, attempts, tries }: InThread): boolean =>
  attempts === 0 && tries === 0 && (state === 'waiting' || state === 'overtaken')

/**
 * Whether a message that takes something back has nothing to take back. `earlier`: what the same recipient was to be
 * told of it before, the oldest first. Where nothing was, somebody may have told them by phone.
 */
export function hasNothingToTakeBack(earlier: readonly InThread[]): boolean {
  const lastTold = earlier.findLastIndex((one) => !isUntold(one))
  const holds = earlier[lastTold]
  if (holds && !holds.takesBack) return false
  return earlier.slice(lastTold + 1).some(({ takesBack }) => !takesBack)
}
