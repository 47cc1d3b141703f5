import { no, type Refusal, type Words } from '../basics/refusal.ts'
import { days, later, minutes } from '../basics/time.ts'

/** When the trail was last read from beginning to end, and whether somebody is at it. */
export type LastVerification = { state: 'waiting' | 'running' | 'done'; askedAt: Date }

const rest = minutes(1)
/** Nobody works at one that is older: what was to read it is gone, and nobody may wait for it for ever. */
const longest = days(1)

export const verifyWords: Words<'asked-just-now' | 'under-way'> = {
  'asked-just-now': {
    title: 'Just Verified',
    text: 'The trail was verified a moment ago. Ask again in a minute.',
  },
  'under-way': { title: 'Under Way', text: 'The trail is being verified already.', conflict: true },
}

/** One reading serves all who ask. */
export function whyNotVerify(
  last: LastVerification | undefined,
  now: Date,
): Refusal<keyof typeof verifyWords> | null {
  if (!last) return null
  if (last.state !== 'done') return now < later(last.askedAt, longest) ? no('under-way') : null
  return now < later(last.askedAt, rest) ? no('asked-just-now') : null
}
