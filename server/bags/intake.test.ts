import { beforeEach, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { instantOf } from '#domain/basics/time.ts'
import { aDonorForm, type DonorWish } from '#server/demo/makers/donors.ts'
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
    aLine({ donorFormId: 'ffffffff' }),
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

test('AMB-352 a bag leads to its donor’s form: of this bank, not rejected, of one donation, and of the group that was found', async () => {
  const { bank, staff, id } = await aShelf(service)
  const aForm = async (wish: DonorWish = {}) =>
    (await aDonorForm(db, { bankId: id, bloodGroup: 'O+', ...wish }, now)).id
  const [own, unused, other, found, rejected, foreign] = [
    await aForm(),
    await aForm(),
    await aForm({ bloodGroup: 'A+' }),
    await aForm({ bloodGroup: 'AB+' }),
    await aForm({ status: 'rejected' }),
    await aForm({ bankId: 'redbank' }),
  ]
  // the bank found another group than the donor named
  await db
    .updateTable('donorForms')
    .set({ findings: { bloodGroup: 'O+' } })
    .where('id', '=', found)
    .execute()
  const more = { volumeMl: 310, segment: 'M6 41 7540', donorFormId: own }
  const [bag] = await takenIn(staff, more)
  expect(bag).toMatchObject(more)
  const number = bag?.number ?? ''
  const { outcomes } = await bank.done(bags.takeIn, {
    lines: [
      aLine({ number, component: 'FFP', anticoagulant: null, donorFormId: own }),
      aLine({ number, component: 'RDP', anticoagulant: null, donorFormId: unused }),
      aLine({ donorFormId: own }),
      aLine({ donorFormId: other }),
      aLine({ donorFormId: rejected }),
      aLine({ donorFormId: foreign }),
      aLine({ donorFormId: 'Gayathri' }),
      aLine({ donorFormId: found }),
    ],
  })
  expect(outcomes.map(({ refusal }) => refusal?.code ?? 'taken')).toEqual([
    ...['taken', 'donor-form-other', 'donor-form-taken', 'donor-form-differs', 'donor-form-rejected'],
    ...['donor-form-unknown', 'donor-form-malformed', 'taken'],
  ])
  expect(outcomes[2]?.refusal?.text).toContain(number)
  const { steps } = await staff.done(bags.history, { id: bag?.id ?? '' })
  expect(steps[0]?.detail).toContain('310 ml, segment M6 41 7540, ends')
  // whoever reads the trail learns of no donor
  const told = await db.selectFrom('events').select('detail').where('bankId', '=', id).execute()
  expect(JSON.stringify(told)).not.toContain(own)
})

test('AMB-352 one form for two donations at once: one of them has it', async () => {
  const { bank, staff, id } = await aShelf(service)
  const form = await aDonorForm(db, { bankId: id, bloodGroup: 'O+' }, now)
  const answers = await Promise.all(
    [bank, staff, bank].map((client) =>
      client.done(bags.takeIn, { lines: [aLine({ donorFormId: form.id })] }),
    ),
  )
  const codes = answers.map(({ outcomes }) => outcomes[0]?.refusal?.code ?? 'taken')
  expect(codes.toSorted()).toEqual(['donor-form-taken', 'donor-form-taken', 'taken'])
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
  const { bank, id } = await aShelf(service)
  const counted = async (count: number) => {
    const { id: donorFormId } = await aDonorForm(db, { bankId: id, bloodGroup: 'O+' }, now)
    const lines = Array.from({ length: count }, (_, at) => aLine(at === 0 ? { donorFormId } : {}))
    const taking = await statementsOf(service, () => bank.done(bags.takeIn, { lines }))
    const donations = lines.map(({ number }) => ({ number, results: clearTests('O+') }))
    const testing = await statementsOf(service, () => bank.done(bags.recordTests, { donations }))
    return [taking.length, testing.length]
  }
  await counted(1)
  const few = await counted(1)
  expect(await counted(100)).toEqual(few)
  expect(Math.max(...few)).toBeLessThanOrEqual(20)
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
