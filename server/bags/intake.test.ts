import { beforeEach, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { statementsOf } from '#testing/harness/statements.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aFreeBag, aLine, aShelf, takenIn, tested } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
const { db } = service

beforeEach(() => service.clock.moveTo(now))

test('AMB-219 what is wrong with a line is said there, and the others are saved', async () => {
  const [red, blue] = [await aShelf(service), await aShelf(service)]
  const isbt = { number: 'A999926014381', numberKind: 'isbt' } as const
  await takenIn(blue.bank, isbt)
  const [there] = await takenIn(red.staff, {})
  if (!there) throw new Error('no bag')
  const lines = [
    aLine(),
    aLine({ number: there.number }),
    aLine(isbt),
    aLine({ component: null }),
    aLine({ expiresAt: instantOf('2026-11-15', '23:59') }),
    aLine({ donorFormId: 'of-nobody' }),
    aLine({ number: there.number, component: 'FFP', anticoagulant: null }),
  ]
  const first = lines[0] as (typeof lines)[number]
  const { outcomes } = await red.bank.done(bags.takeIn, { lines: [...lines, first] })
  expect(outcomes.map(({ bag, refusal }) => refusal?.code ?? bag?.state)).toEqual([
    'quarantine',
    'twin',
    'of-another-bank',
    'component-missing',
    'expired-already',
    'donor-form-unknown',
    'quarantine',
    'twin-in-list',
  ])
  expect(outcomes[1]?.refusal?.text).toContain('by S. Meena. It is in quarantine.')
  const kept = await db.selectFrom('bags').select('id').where('bankId', '=', red.id).execute()
  expect(kept).toHaveLength(3)
})

test('a hundred and one lines are too many', async () => {
  const { bank } = await aShelf(service)
  const lines = Array.from({ length: 101 }, () => aLine())
  expect((await bank.call(bags.takeIn, { lines })).status).toBe(422)
  expect((await bank.done(bags.takeIn, { lines: lines.slice(1) })).outcomes).toHaveLength(100)
})

test('AMB-219 two who take in the same bags at once: each bag is one, and the other is told whose it is', async () => {
  const { bank, staff, id } = await aShelf(service)
  const lines = Array.from({ length: 30 }, () => aLine())
  const answers = await Promise.all(
    [bank, staff, bank, staff].map((client, at) =>
      client.done(bags.takeIn, { lines: at % 2 ? lines.toReversed() : lines }),
    ),
  )
  const codes = answers.flatMap(({ outcomes }) => outcomes.map(({ refusal }) => refusal?.code ?? 'taken'))
  expect(codes.filter((code) => code === 'taken')).toHaveLength(30)
  expect(codes.filter((code) => code === 'twin')).toHaveLength(90)
  const kept = await db.selectFrom('bags').select('id').where('bankId', '=', id).execute()
  expect(kept).toHaveLength(30)
})

test('sent twice it is done once', async () => {
  const { bank, id } = await aShelf(service)
  const lines = [aLine(), aLine()]
  const once = () => bank.done(bags.takeIn, { lines }, { idempotencyKey: `take-in-${id}` })
  expect(await once()).toEqual(await once())
})

test('a hundred lines, and the results of a hundred donations, cost as many round trips as one', async () => {
  const { bank } = await aShelf(service)
  const counted = async (count: number) => {
    const lines = Array.from({ length: count }, () => aLine())
    const taking = await statementsOf(service, () => bank.done(bags.takeIn, { lines }))
    const donations = lines.map(({ number }) => ({ number, results: clearTests('O+') }))
    const testing = await statementsOf(service, () => bank.done(bags.recordTests, { donations }))
    return [taking.length, testing.length]
  }
  await counted(1)
  const few = await counted(1)
  expect(await counted(100)).toEqual(few)
  expect(Math.max(...few)).toBeLessThanOrEqual(18)
})

test('reactive and issued at once: the bag is gone or called back, never both and never neither', async () => {
  const { bank, staff } = await aShelf(service)
  for (let round = 0; round < 5; round++) {
    const bag = await aFreeBag(bank)
    const [outcome, discarded] = await Promise.all([
      tested(bank, bag.number, [{ test: 'HIV', result: 'reactive' }]),
      staff.call(bags.discard, { id: bag.id, version: bag.version, reason: 'leaking' }),
    ])
    expect(outcome.discarded.length + (discarded.status === 200 ? 1 : 0)).toBe(1)
  }
})
