import { people } from '#contract/people.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
import { aService } from '#testing/harness/service.ts'
import { figure } from './figure.ts'
import type { Counts } from './kept.ts'
import { percentile } from './load/streams.ts'

const password = 'not-the-password-1'
type Ask = (nth: number) => { path: string; body: { email: string; password?: string } }
/** Of somebody who has an account, and of somebody who has none. */
const sides: Record<'known' | 'unknown', { signIn: Ask; reset: Ask }> = {
  known: asksOf(() => emailOf('firm')),
  unknown: asksOf((nth) => `nobody${nth}@crossmatch.example`),
}

function asksOf(email: (nth: number) => string): { signIn: Ask; reset: Ask } {
  return {
    signIn: (nth) => ({ path: people.signIn.path, body: { email: email(nth), password: `${password}x` } }),
    reset: (nth) => ({ path: people.forgetPassword.path, body: { email: email(nth) } }),
  }
}

figure<{ pairs: number }>({
  id: 'F22',
  promise: 'answers by which accounts are told apart',
  target:
    'signing in and asking for a link: equal bytes; times of 500 pairs not told apart (Mann-Whitney p > 0.05, or medians within 5 %). Signing up is not in it: its answer itself says that an address is taken (T06), so its time tells nothing more',
  small: { pairs: 2 },
  full: { parts: 1, size: { pairs: 500 }, minutes: 8 },
  async part({ pairs }) {
    const service = await aService({
      settings: { LOGIN_DETAIL: 'uniform', TRUST_PROXY: '1', ROLE: 'web' },
      isSettling: false,
    })
    let [pairsSeen, unequal, toldApart] = [0, 0, 0]
    const middles: Counts = {}
    // what tests sign in with is hashed at a small cost, which would be told from today's
    await service.db
      .updateTable('credentials')
      .set({ password: await hashPassword(password) })
      .execute()
    let calls = 0
    const ask = async ({ path, body }: ReturnType<Ask>) => {
      const from = `10.2.${(calls >> 8) & 255}.${calls++ & 255}`
      const began = performance.now()
      const { status, text } = await service.anonymous.raw('POST', path, {
        body,
        headers: { 'x-forwarded-for': from },
      })
      // what was asked for may be said back
      return { said: `${status} ${text.replaceAll(body.email, 'the e-mail')}`, ms: performance.now() - began }
    }
    for (const kind of ['signIn', 'reset'] as const) {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let nth = 0; nth < pairs; nth++) {
        // in turn, so that the machine's moods meet both
        const order = nth % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        const said = new Set<string>()
        for (const side of order) {
          const answer = await ask(sides[side][kind](nth))
          said.add(answer.said)
          times[side].push(answer.ms)
        }
        pairsSeen++
        if (said.size !== 1) unequal++
        await service.db.deleteFrom('rateLimits').execute()
      }
      const [known, unknown] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
      const isNear = Math.abs(known - unknown) < 0.05 * Math.max(known, unknown)
      if (pairs >= 100 && !isNear && chanceOf(times.known, times.unknown) <= 0.05) toldApart++
      Object.assign(middles, { [`${kind} known`]: known, [`${kind} unknown`]: unknown })
    }
    await service.close()
    return { pairs: pairsSeen, unequal, toldApart, ...middles }
  },
  whyMissed: ({ unequal, toldApart }) =>
    unequal || toldApart ? `${unequal} pairs with unequal bytes, ${toldApart} of 2 told apart by time` : null,
  say: (seen) => {
    const of = (name: string) => (seen[name] ?? 0).toFixed(1)
    return `${seen.pairs} pairs; in the middle a wrong password of somebody known takes ${of('signIn known')} ms and of nobody ${of('signIn unknown')} ms, asking for a link ${of('reset known')} and ${of('reset unknown')} ms`
  },
})

/** Mann-Whitney: how likely so large a difference is if there is none. */
function chanceOf(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((ms) => ({ ms, is: 1 })), ...other.map((ms) => ({ ms, is: 0 }))]
  const ranks = all.toSorted((a, b) => a.ms - b.ms).reduce((sum, { is }, at) => sum + is * (at + 1), 0)
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  // Abramowitz and Stegun 26.2.17
  const t = 1 / (1 + 0.2316419 * z)
  const tail =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, (2 * tail * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI))
}
