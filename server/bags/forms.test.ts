import { beforeEach, describe, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { consent } from '#contract/consent.ts'
import { matching } from '#contract/matching.ts'
import { instantOf } from '#domain/basics/time.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import { aDonorForm, type DonorWish } from '#server/demo/makers/donors.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aBagIn, aFreeBag, aLine, aShelf, heldFor, takenIn, tested } from '#testing/makers/shelves.ts'
import type { Work } from '../db/work.ts'
import { erasingWriter } from '../donors/erasing-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

beforeEach(() => service.clock.moveTo(now))

async function aHouse() {
  const shelf = await aShelf(service)
  const aForm = async (wish: DonorWish = {}) =>
    (await aDonorForm(db, { bankId: shelf.id, bloodGroup: 'O+', ...wish }, now)).id
  return { ...shelf, aForm }
}

async function seenBy(bank: Client, id: string) {
  const { seen, ...form } = await bank.done(consent.show, { id })
  return { id, seen, draft: draftOf(ConsentForm.parse(form)) }
}

const erased = (form: string) =>
  db.transaction().execute((tx) => erasingWriter({ db: tx, now } as Work).erase(form, 'asked'))

const stateOf = async (id: string) =>
  (await db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

const toldOf = async (id: string) =>
  (
    await db
      .selectFrom('events')
      .select(['kind', 'detail'])
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, detail }) => [kind, JSON.parse(detail)] as const)

describe('AMB-365 a donor form is decided on after bags came in by it', () => {
  test('rejected: the bags are named first, then what lies here waits in quarantine and no test releases it', async () => {
    const { bank, staff, aForm, id: bankId } = await aHouse()
    const form = await aForm()
    const free = await aFreeBag(bank, { donorFormId: form })
    const { number } = free
    const more = { number, donorFormId: form, anticoagulant: null } as const
    const [held, out] = await takenIn(bank, { ...more, component: 'FFP' }, { ...more, component: 'CRYO' })
    const other = await aFreeBag(bank)
    if (!held || !out) throw new Error('two more')
    const requestId = await heldFor(db, held, now)
    await db.updateTable('bags').set({ state: 'issued' }).where('id', '=', out.id).execute()

    const asked = await seenBy(bank, form)
    const refused = await bank.call(consent.reject, asked)
    expect([refused.status, refused.refusal?.code]).toEqual([409, 'form-has-bags'])
    for (const words of [`${number} PRBC (available)`, `${number} FFP (held)`, `${number} CRYO (issued)`])
      expect(refused.refusal?.text).toContain(words)
    expect([await stateOf(free.id), await stateOf(held.id)]).toEqual(['available', 'held'])

    await bank.done(consent.reject, { ...asked, haveSeenBags: true })
    const states = await Promise.all([free, held, out, other].map(({ id }) => stateOf(id)))
    expect(states).toEqual(['quarantine', 'quarantine', 'issued', 'available'])
    expect((await toldOf(held.id)).at(-1)).toEqual([
      'bag-put-back',
      { number, component: 'FFP', division: '', bloodGroup: 'O+', requestId },
    ])
    const holds = db.selectFrom('bagHolds').select('releaseReason').where('bagId', '=', held.id)
    expect(await holds.execute()).toEqual([{ releaseReason: 'swapped' }])

    const again = await tested(staff, number, clearTests('O+'))
    expect([again.released, again.refusal?.code]).toEqual([[], 'donor-form-rejected'])
    const { id: bankB } = await aShelf(service)
    const given = { id: free.id, version: free.version + 1, bankId: bankB }
    expect((await bank.call(bags.transfer, given)).refusal?.code).toBe('donor-form-rejected')
    expect((await bank.done(bags.history, { id: free.id })).form).toEqual({
      status: 'rejected',
      erasedAt: null,
    })
    // beside the form's own
    const ofBags = db.selectFrom('events').select('detail').where('bankId', '=', bankId)
    const told = await ofBags.where('kind', 'like', 'bag%').execute()
    expect(told.length).toBeGreaterThan(8)
    expect(JSON.stringify(told)).not.toContain(form)
  })

  test('another group found: asked about once; saved again it is known', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const bag = await aFreeBag(bank, { donorFormId: form })
    const asked = await seenBy(bank, form)
    const draft = { ...asked.draft, findings: { bloodGroup: 'A+' as const } }
    expect((await bank.call(consent.save, { ...asked, draft })).refusal?.code).toBe('form-has-bags')
    const { seen } = await bank.done(consent.save, { ...asked, draft, haveSeenBags: true })
    expect(await stateOf(bag.id)).toBe('quarantine')
    await bank.done(consent.save, { ...asked, seen, draft })
    const outcome = await tested(bank, bag.number, clearTests('O+'))
    expect([outcome.released, outcome.refusal?.code]).toEqual([[], 'donor-form-differs'])
  })

  test('decided on as the label says, and without bags, nobody is asked', async () => {
    const { bank, aForm } = await aHouse()
    const [form, unused] = [await aForm(), await aForm()]
    const bag = await aFreeBag(bank, { donorFormId: form })
    await bank.done(consent.save, await seenBy(bank, form))
    await bank.done(consent.reject, await seenBy(bank, unused))
    expect(await stateOf(bag.id)).toBe('available')
  })

  test('erased: the bag’s page says when, and a rejected donor’s bag is held back still', async () => {
    const { bank, id: bankId } = await aHouse()
    const [bag] = await takenIn(bank, {})
    if (!bag) throw new Error('no bag')
    const gone = { id: 'e4a5ed01', bankId, status: 'rejected', erasedAt: now, why: 'asked' } as const
    await db.insertInto('erasedForms').values(gone).execute()
    await db.updateTable('bags').set({ donorFormId: gone.id }).where('id', '=', bag.id).execute()
    expect((await bank.done(bags.history, { id: bag.id })).form).toEqual({
      status: 'rejected',
      erasedAt: now,
    })
    expect((await tested(bank, bag.number, clearTests('O+'))).refusal?.code).toBe('donor-form-rejected')
  })
})

describe('AMB-395 a form is erased whose group was another than the label’s', () => {
  test('the bag is held back still, and no other comes in, until it is given the right form or none', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const bag = await aFreeBag(bank, { donorFormId: form })
    const asked = await seenBy(bank, form)
    const draft = { ...asked.draft, findings: { bloodGroup: 'A+' as const } }
    await bank.done(consent.save, { ...asked, draft, haveSeenBags: true })
    await erased(form)

    const { number } = bag
    const outcome = await tested(bank, number, clearTests('O+'))
    expect([outcome.released, outcome.refusal?.code]).toEqual([[], 'donor-form-differed'])
    expect(outcome.refusal?.text).not.toContain('A POS')
    const { id: bankB } = await aShelf(service)
    const seen = { id: bag.id, version: bag.version + 1 }
    expect((await bank.call(bags.transfer, { ...seen, bankId: bankB })).refusal?.code).toBe(
      'donor-form-differed',
    )
    const line = aLine({ number, component: 'FFP', anticoagulant: null })
    const { outcomes } = await bank.done(bags.takeIn, { lines: [line] })
    expect(outcomes[0]?.refusal?.code).toBe('donor-form-differed')

    await bank.done(bags.mendForm, { ...seen, donorFormId: null })
    expect((await tested(bank, number, [{ test: 'group', result: 'O+' }])).released).toHaveLength(1)
  })

  test('of one that said the same, or of bags that were discarded, nothing stays', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const [bag] = await takenIn(bank, { donorFormId: form })
    await erased(form)
    expect((await tested(bank, bag?.number ?? '', clearTests('O+'))).released).toHaveLength(1)
    const row = db.selectFrom('erasedForms').select('differs').where('id', '=', form)
    expect(await row.execute()).toEqual([{ differs: false }])
  })
})

describe('AMB-394 a donation has one form, whichever of its bags named it', () => {
  const more = { anticoagulant: null } as const

  test('a bag that comes in without one has that of its donation, and goes with it when the donor is rejected', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const [red] = await takenIn(bank, { donorFormId: form })
    const { number = '' } = red ?? {}
    const [plasma] = await takenIn(bank, { ...more, number, component: 'FFP' })
    if (!red || !plasma) throw new Error('two bags')
    expect(plasma.donorFormId).toBe(form)
    expect((await tested(bank, number, clearTests('O+'))).released).toHaveLength(2)

    const asked = await seenBy(bank, form)
    const refused = await bank.call(consent.reject, asked)
    expect(refused.refusal?.text).toContain(`${number} FFP (available)`)
    await bank.done(consent.reject, { ...asked, haveSeenBags: true })
    expect(await Promise.all([red, plasma].map(({ id }) => stateOf(id)))).toEqual([
      'quarantine',
      'quarantine',
    ])

    const late = aLine({ ...more, number, component: 'CRYO' })
    const { outcomes } = await bank.done(bags.takeIn, { lines: [late] })
    expect(outcomes.map(({ bag, refusal }) => [bag, refusal?.code])).toEqual([[null, 'donor-form-rejected']])
  })

  test('the first that names one gives it to those that are here, with an event of each; below in the list counts too', async () => {
    const { bank, aForm, id: bankId } = await aHouse()
    const form = await aForm()
    const isbt = { number: 'A999926014381', numberKind: 'isbt' } as const
    const free = await aFreeBag(bank, isbt)
    const given = await aBagIn(db, bankId, { ...isbt, component: 'WB', fromBankId: 'redbank' })
    const [cryo, plasma] = await takenIn(
      bank,
      { ...more, ...isbt, component: 'CRYO' },
      { ...more, ...isbt, component: 'FFP', donorFormId: form },
    )
    const forms = db.selectFrom('bags').select('id').where('donorFormId', '=', form)
    const ids = [free, cryo, plasma].map((bag) => bag?.id)
    expect((await forms.execute()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect((await toldOf(free.id)).at(-1)).toMatchObject([
      ...['bag-form-changed', { number: isbt.number, form: 'given' }],
    ])
    expect((await toldOf(given.id)).length).toBe(0)
    expect([await stateOf(free.id), cryo?.state, plasma?.state]).toEqual(Array(3).fill('available'))

    // a label that the form speaks against is found before anything is written
    const other = await aFreeBag(bank)
    const line = aLine({ ...more, number: other.number, component: 'FFP', bloodGroup: 'A+' })
    const lines = [{ ...line, donorFormId: await aForm({ bloodGroup: 'A+' }) }]
    const { outcomes } = await bank.done(bags.takeIn, { lines })
    expect(outcomes[0]?.refusal).toMatchObject({ code: 'donor-form-differs', field: 'donorFormId' })
    expect(await toldOf(other.id)).toHaveLength(2)
  })

  test('of a rejected donor whose form was erased no further bag comes in', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const { number } = await aFreeBag(bank, { donorFormId: form })
    await bank.done(consent.reject, { ...(await seenBy(bank, form)), haveSeenBags: true })
    await erased(form)
    const { outcomes } = await bank.done(bags.takeIn, {
      lines: [aLine({ ...more, number, component: 'FFP' }), aLine({ donorFormId: form })],
    })
    expect(outcomes.map(({ refusal }) => refusal?.code)).toEqual([
      ...['donor-form-rejected', 'donor-form-taken'],
    ])
  })

  test('bags that came in before this, and one that came back, are its too', async () => {
    const { bank, aForm, id: bankId } = await aHouse()
    const form = await aForm()
    const { number } = await aFreeBag(bank, { donorFormId: form })
    const [old, back] = [
      await aBagIn(db, bankId, { number, component: 'FFP' }),
      await aBagIn(db, bankId, { number, component: 'CRYO', fromBankId: 'redbank' }),
    ]
    await bank.done(consent.reject, { ...(await seenBy(bank, form)), haveSeenBags: true })
    expect([await stateOf(old.id), await stateOf(back.id)]).toEqual(['quarantine', 'quarantine'])
    const again = await tested(bank, number, clearTests('O+'))
    expect([again.released, again.refusal?.code]).toEqual([[], 'donor-form-rejected'])
    const { id: bankB } = await aShelf(service)
    const given = { id: old.id, version: old.version + 1, bankId: bankB }
    expect((await bank.call(bags.transfer, given)).refusal?.code).toBe('donor-form-rejected')
  })
})

describe('AMB-365 a donor form that was named wrongly', () => {
  test('is changed for the whole donation, and free for another; no event names it', async () => {
    const { bank, staff, aForm, id: bankId } = await aHouse()
    const [wrong, right] = [await aForm(), await aForm()]
    const bag = await aFreeBag(bank, { donorFormId: wrong })
    const more = { number: bag.number, component: 'FFP', anticoagulant: null } as const
    const [other] = await takenIn(bank, { ...more, donorFormId: wrong })
    const seen = { id: bag.id, version: bag.version }
    const saved = await staff.done(bags.mendForm, { ...seen, donorFormId: right })
    expect(saved).toMatchObject({ donorFormId: right, state: 'available', version: bag.version + 1 })
    const all = (await bank.done(bags.find, { number: bag.number })).bags
    expect(all.map(({ donorFormId }) => donorFormId)).toEqual([right, right])
    expect((await toldOf(other?.id ?? '')).at(-1)).toMatchObject(['bag-form-changed', { form: 'another' }])
    expect((await staff.call(bags.mendForm, { ...seen, donorFormId: null })).refusal?.code).toBe(
      'bag-changed',
    )

    // the donation that it is of gets the first one now
    const [next] = await takenIn(bank, { donorFormId: wrong })
    const taken = { id: next?.id ?? '', version: 1, donorFormId: right }
    const refused = await bank.call(bags.mendForm, taken)
    expect([refused.refusal?.code, refused.refusal?.text]).toEqual([
      'donor-form-taken',
      expect.stringContaining(bag.number),
    ])
    await bank.done(bags.mendForm, { ...seen, version: saved.version, donorFormId: null })
    await bank.done(bags.mendForm, taken)
    const told = JSON.stringify(
      await db.selectFrom('events').select('detail').where('bankId', '=', bankId).execute(),
    )
    expect([told.includes(wrong), told.includes(right)]).toEqual([false, false])
  })

  test('the same once more is no change; a rejected one, another group’s and another bank’s are refused', async () => {
    const { bank, aForm } = await aHouse()
    const form = await aForm()
    const [bag] = await takenIn(bank, { donorFormId: form })
    if (!bag) throw new Error('no bag')
    const seen = { id: bag.id, version: 1 }
    expect((await bank.done(bags.mendForm, { ...seen, donorFormId: form })).version).toBe(1)
    const code = async (donorFormId: string) =>
      (await bank.call(bags.mendForm, { ...seen, donorFormId })).refusal?.code
    expect(await code(await aForm({ status: 'rejected' }))).toBe('donor-form-rejected')
    expect(await code(await aForm({ bloodGroup: 'B-' }))).toBe('donor-form-differs')
    expect(await code(await aForm({ bankId: 'redbank' }))).toBe('donor-form-unknown')
    const stranger = await aShelf(service)
    expect((await stranger.bank.call(bags.mendForm, { ...seen, donorFormId: null })).status).toBe(404)
  })

  test('of a rejected donor: with the right form the bag waits until a result is recorded', async () => {
    const { bank, aForm } = await aHouse()
    const [wrong, right] = [await aForm(), await aForm()]
    const bag = await aFreeBag(bank, { donorFormId: wrong })
    await bank.done(consent.reject, { ...(await seenBy(bank, wrong)), haveSeenBags: true })
    await bank.done(bags.mendForm, { id: bag.id, version: bag.version + 1, donorFormId: right })
    expect(await stateOf(bag.id)).toBe('quarantine')
    const { released } = await tested(bank, bag.number, [{ test: 'group', result: 'O+' }])
    expect(released.map(({ id }) => id)).toEqual([bag.id])
  })
})

test('AMB-430 of a donation whose donor was rejected before its other bags were put back nothing is held or issued', async () => {
  const house = await aHouse()
  const { id, bags: held } = await aMatchedOrder(service, house, { bags: 2, wish: { units: 2 } })
  const [first, second] = held
  if (!first || !second) throw new Error('two bags')
  const form = await house.aForm({ status: 'rejected' })
  // another bag named it, and these were left where they were
  const named = { number: first.number, component: 'FFP', donorFormId: form, state: 'discarded' } as const
  const { id: other } = await aBagIn(db, house.id, named)
  const { staff } = house
  const issued = await staff.call(matching.issue, anIssue(id, held))
  expect([issued.status, issued.refusal?.code]).toEqual([422, 'donor-form-rejected'])
  await staff.done(matching.issue, anIssue(id, [second]))
  await staff.done(matching.letGo, { id, bagId: first.id })
  const hold = () => staff.call(matching.hold, { id, bagId: first.id })
  expect((await hold()).refusal?.code).toBe('donor-form-rejected')
  // and it has a way on: another form, or none, or away with it
  await staff.done(bags.mendForm, { id: other, version: 1, donorFormId: null })
  expect((await hold()).status).toBe(200)
})
