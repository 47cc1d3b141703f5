import { randomUUID } from 'node:crypto'
import { requests } from '#contract/requests.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { figure } from './figure.ts'

const now = instantOf('2026-11-16', '10:00')
/** At once, and after it was answered. */
const [atOnce, late] = [5, 3]

figure<{ keys: number }>({
  id: 'F12',
  promise: 'effects of a repeated form',
  target: '10,000 keys, 5 at once and 3 later: one effect, equal answers; another body 422',
  small: { keys: 10 },
  full: { parts: 4, size: { keys: 2_500 }, minutes: 4 },
  async part({ keys }) {
    const many = { RAISES_GATHERED_AFTER: '1000000', RAISES_REFUSED_FROM: '1000000' }
    const service = await aService({ now, settings: { ROLE: 'web', ...many }, isSettling: false })
    const staff = service.as('firm_pilot')
    const path = requests.raise.path
    const raise = (key: string, body: unknown) =>
      staff.raw('POST', path, { body, headers: { 'idempotency-key': key } })
    const seen = { keys: 0, unequal: 0, refused: 0, otherBodyTaken: 0, effects: 0 }
    for (let nth = 0; nth < keys; nth++) {
      const key = randomUUID()
      const draft = aDraft(now, { patientId: `P-${nth}` })
      const first = await Promise.all(Array.from({ length: atOnce }, () => raise(key, draft)))
      const later = []
      for (let copy = 0; copy < late; copy++) later.push(await raise(key, draft))
      const answers = [...first, ...later]
      const other = await raise(key, { ...draft, units: (draft.units ?? 0) + 1 })
      seen.keys++
      if (new Set(answers.map(({ text }) => text)).size !== 1) seen.unequal++
      if (answers.some(({ status }) => status !== 200 && status !== 201)) seen.refused++
      if (other.status !== 422) seen.otherBodyTaken++
    }
    const { count } = await service.db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    seen.effects = Number(count)
    await service.close()
    return seen
  },
  whyMissed: ({ keys = 0, effects, unequal, refused, otherBodyTaken }) =>
    effects === keys && !unequal && !refused && !otherBodyTaken
      ? null
      : `${effects} effects of ${keys} keys, ${unequal} with unequal answers, ${refused} refused, ${otherBodyTaken} taken with another body`,
  say: ({ keys }) => `${keys} keys, 8 copies each: one effect, equal answers, another body refused`,
})
