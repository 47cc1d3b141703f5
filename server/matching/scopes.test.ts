import { expect, test } from 'vitest'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, aTestedBag } from '#testing/makers/benches.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { aShelf } from '#testing/makers/shelves.ts'
import { benchPage } from './list-store.ts'
import { benchStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service

/** An order of a bank with all that a bench says of one: an answer, a nod, an emergency that owes a result. */
async function aSpokenOrder() {
  const shelf = await aShelf(service)
  const { id, order, bags } = await aMatchedOrder(service, shelf, { bags: 1 })
  const of = { requestId: id, bankId: shelf.id }
  await db
    .insertInto('bankAnswers')
    .values({ ...of, units: 2, byAt: later(now, hours(1)), saidAt: now, saidBy: 'S. Meena' })
    .execute()
  await db
    .insertInto('substitutions')
    .values({
      ...{ ...of, bloodGroup: 'O-', proposedAt: now, proposedBy: 'S. Meena', doctor: 'Dr. Rao' },
      ...{ decidedAt: now, decidedBy: 'R. Devi', isAccepted: true, reason: 'bleeding' },
    })
    .execute()
  const kid = `kid-${nextNumber()}`
  await db
    .insertInto('bankKeys')
    .values({
      ...{ kid, bankId: shelf.id, publicJwk: {}, privateSealed: '', madeAt: now },
      ...{ retiredAt: now, compromisedAt: null },
    })
    .execute()
  await db
    .insertInto('issues')
    .values({
      ...{ ...of, slip: `S-${nextNumber()}`, seq: 1, issuedAt: now, issuedBy: 'S. Meena', checkedBy: null },
      ...{ isEmergency: true, resultsOwed: 1, kid, jws: '' },
    })
    .execute()
  await db.updateTable('bankSettings').set({ sampleHours: 24 }).where('bankId', '=', shelf.id).execute()
  return { shelf, id, order, bags }
}

test('T16 what one bank said and found of an order is nothing of another’s bench', async () => {
  const { shelf, id, order, bags } = await aSpokenOrder()
  const other = await aShelf(service)
  const own = await aTestedBag(db, other.id)
  const store = benchStore(db)
  const numbers = bags.map(({ number }) => number)
  const asked = { component: 'PRBC' as const, attributes: [], aliveAt: now, groups: ['O+'] }
  const told = async (bankId: string) => ({
    answers: (await store.answersOf([id], bankId)).length,
    samples: (await store.samplesOf([id], bankId)).length,
    matches: (await store.matchesOf([id], bankId)).length,
    owed: (await store.owedOf([id], bankId)).length,
    nods: (await store.nodsOf(id, bankId)).length,
    hasResults: (await store.resultsOf(bankId, numbers)).length > 0,
    numbered: (await store.numbered(bankId, numbers)).length,
    hasKey: await store.hasKey(bankId),
    sampleHours: (await store.settingsOf(bankId)).sampleHours,
    rows: (await benchPage(db, bankId, { after: null, through: null, limit: 10 })).map((row) => row.id),
  })
  expect(await told(shelf.id)).toEqual({
    ...{ answers: 1, samples: 1, matches: 1, owed: 1, nods: 1, hasResults: true, numbered: 1 },
    ...{ hasKey: false, sampleHours: 24, rows: [id] },
  })
  expect(await told(other.id)).toEqual({
    ...{ answers: 0, samples: 0, matches: 0, owed: 0, nods: 0, hasResults: false, numbered: 0 },
    ...{ hasKey: true, sampleHours: 72, rows: [] },
  })
  expect((await store.shelfFor(other.id, asked)).map((bag) => bag.id)).toEqual([own.id])
  expect(await store.shelfFor(shelf.id, asked)).toEqual([])
  expect(await store.matchesOfPatient(order, bags)).toHaveLength(1)
  expect(await store.matchesOfPatient({ ...order, patientId: 'UH-1' }, bags)).toEqual([])
  // the same number is another patient elsewhere
  expect(await store.matchesOfPatient({ ...order, hospitalId: 'noble' }, bags)).toEqual([])
})
