/** How a bank works with its bags. */
import { no, type Refusal, type Wording } from '../basics/refusal.ts'

/** As long as nobody has said anything: it keeps no bags, and nothing of it changes. */
export const usualWork = {
  keepsBags: false,
  secondChecker: false,
  sampleHours: 72,
  spareHours: 4,
  version: 0,
}

export const workWords = {
  'work-changed': {
    title: 'Changed Meanwhile',
    text: 'Somebody changed how your blood bank works after you looked. Please look again.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export const whyNotOverWork = (
  { version }: { readonly version: number },
  seen: number,
): Refusal<keyof typeof workWords> | null => (version === seen ? null : no('work-changed'))
