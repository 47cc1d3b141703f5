import type { z } from 'zod'
import type { bags } from '#contract/bags.ts'
import { type Bag, bagName } from '#domain/bags/bag.ts'
import {
  type DonationResult,
  discardDonation,
  sameElsewhere,
  standOf,
  type TestRefusal,
  testWords,
  whyNotRecordResult,
  whyNotRelease,
} from '#domain/bags/donation-tests.ts'
import { type FormStand, formOf, formWords } from '#domain/bags/forms.ts'
import { moveBag } from '#domain/bags/moving.ts'
import { no, type Wording } from '#domain/basics/refusal.ts'
import { type BagMoved, moveBags, namesOf, openHoldsOf, ordersOfIssued } from '../db/bags.ts'
import type { NewEvent } from '../db/event-trail.ts'
import { lockIfFree, ofBank, recordOn } from '../db/requests.ts'
import { setRecalledAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { answerOf, refuse } from '../platform/http/refuse.ts'
import {
  addResults,
  bankNamed,
  type KeptResult,
  lockDonations,
  type NewResults,
  resultsOf,
  takeDonations,
} from './donation-store.ts'
import { formsOf } from './form-store.ts'
import { bagStore } from './store.ts'

type Donation = z.output<typeof bags.recordTests.input>['donations'][number]
type Bank = { bankId: string; person: string }

type Judged = {
  readonly refusal: TestRefusal | null
  readonly isKept: boolean
  readonly released: readonly Bag[]
  readonly discarded: readonly Bag[]
  readonly toCallBack: readonly Bag[]
  /** At the banks that have had bags of it too. */
  readonly elsewhere: readonly Bag[]
  /** Of those, what has left them. */
  readonly gone: readonly Bag[]
  /** Those banks, where something reactive was found. */
  readonly banks: readonly string[]
}

const nothing = { released: [], discarded: [], toCallBack: [], elsewhere: [], gone: [], banks: [] }

/** Each donation for itself. What is clear leaves quarantine; of what is reactive every bag goes, wherever it lies. */
export async function recordDonations(work: Work, bank: Bank, donations: readonly Donation[]) {
  const numbers = [...new Set(donations.map(({ number }) => number))]
  await takeDonations(work, numbers)
  const all = await lockDonations(work, numbers)
  const before = await resultsOf(work, bank.bankId, numbers)
  const forms = await formsOf(
    work.db,
    bank.bankId,
    all.flatMap(({ donorFormId, bankId }) => (bankId === bank.bankId && donorFormId) || []),
  )
  const judged = donations.map((donation, at) =>
    donations.slice(0, at).some(({ number }) => number === donation.number)
      ? { ...nothing, refusal: no('donation-twice', 'number'), isKept: false }
      : judge(donation, before.get(donation.number) ?? [], { all, forms, bankId: bank.bankId }, work.now),
  )
  await keep(work, bank, donations, judged)
  await move(work, all, judged)
  await callBack(work, judged)
  const touched = judged.flatMap(({ released, discarded, toCallBack }) => [
    ...released,
    ...discarded,
    ...toCallBack,
  ])
  const told = new Map(
    (await bagStore(work.db, bank.bankId).byIds(touched.map(({ id }) => id))).map((bag) => [bag.id, bag]),
  )
  const shown = (some: readonly Bag[]) => some.flatMap(({ id }) => told.get(id) ?? [])
  return donations.map(({ number }, at) => {
    const { refusal = null, released = [], discarded = [], toCallBack = [] } = judged[at] ?? {}
    return {
      number,
      released: shown(released),
      discarded: shown(discarded),
      toCallBack: shown(toCallBack),
      refusal: refusal && answerOf(testWords, refusal),
    }
  })
}

const toLookAt: readonly string[] = ['group-differs', ...Object.keys(formWords)]

function judge(
  { number, results }: Donation,
  before: readonly DonationResult[],
  { all, forms, bankId }: { all: readonly Bag[]; forms: ReadonlyMap<string, FormStand>; bankId: string },
  now: Date,
): Judged {
  const numbered = all.filter((bag) => bag.number === number)
  const own = numbered.filter((bag) => bag.bankId === bankId)
  const after: DonationResult[] = [...before]
  for (const result of results) {
    const refusal = whyNotRecordResult(result, after, own)
    if (refusal) return { ...nothing, refusal, isKept: false }
    after.push(result)
  }
  const stand = standOf(after)
  if (stand.kind === 'reactive') {
    const gone = sameElsewhere(bankId, numbered)
    const there = discardDonation(gone)
    const banks = [...new Set(gone.map((bag) => bag.bankId))]
    return {
      ...nothing,
      ...discardDonation(own),
      elsewhere: there.discarded,
      gone: there.toCallBack,
      banks,
      refusal: null,
      isKept: true,
    }
  }
  const waiting = own.filter(({ state }) => state === 'quarantine')
  const form = forms.get(formOf(own) ?? '') ?? null
  const why = (bag: Bag) => whyNotRelease(bag, after, now, form)
  const released = waiting.filter((bag) => !why(bag)).map((bag) => moveBag(bag, 'release'))
  // recorded, and yet somebody has to look: the label says another group, or the donor was rejected
  const differs = waiting.map(why).find((no) => no && toLookAt.includes(no.code))
  return { ...nothing, released, refusal: differs ?? null, isKept: true }
}

async function keep(
  work: Work,
  { bankId, person }: Bank,
  donations: readonly Donation[],
  judged: readonly Judged[],
): Promise<void> {
  const kept: NewResults[] = []
  const happened: NewEvent[] = []
  const isToTell = judged.some(({ banks }) => banks.length > 0)
  const name = isToTell ? ((await bankNamed(work, bankId))?.name ?? bankId) : ''
  const dated = (some: readonly DonationResult[], testedBy: string) =>
    some.map((one): KeptResult => ({ ...one, testedAt: work.now, testedBy }))
  donations.forEach(({ number, results }, at) => {
    const { isKept, banks } = judged[at] ?? { isKept: false, banks: [] }
    if (!isKept) return
    kept.push({ bankId, number, results: dated(results, person) })
    happened.push({
      kind: 'donation-tested',
      subjectId: `${bankId}/${number}`,
      bankId,
      detail: { number, results },
    })
    const reactive = results.filter(({ result }) => result === 'reactive')
    if (reactive.length === 0) return
    for (const other of banks) {
      kept.push({ bankId: other, number, results: dated(reactive, name) })
      happened.push({
        kind: 'donation-results-came',
        subjectId: `${other}/${number}`,
        bankId: other,
        detail: { number, bank: name, results: reactive },
      })
    }
  })
  await addResults(work, kept)
  await work.recordAll(happened)
}

const recallWords = {
  'order-in-use': {
    title: 'Order In Use',
    text: 'Somebody is changing order {order} just now, for which a bag of it left. Nothing was recorded: please record it again.',
    conflict: true,
  },
} satisfies Record<string, Wording>

/** The hospitals to which bags of it went are rung, by an event of their order (ruling AMB-332). */
async function callBack(work: Work, judged: readonly Judged[]): Promise<void> {
  const left = judged.flatMap(({ toCallBack, gone }) => [...toCallBack, ...gone])
  const names = new Map(left.map((bag) => [bag.id, bagName(bag)]))
  for (const { bagId, requestId, bankId, isCarried } of await ordersOfIssued(work, [...names.keys()])) {
    // bags are held already, and an order is held before its bags: whoever has it is not waited for
    const request = await lockIfFree(work, requestId)
    refuse(recallWords, request ? null : no('order-in-use', undefined, { order: requestId }))
    const detail = {
      ...{ bag: names.get(bagId) ?? '', bank: bankId },
      ...(isCarried && { isCarried: true as const }),
    }
    if (!request) continue
    await recordOn(work, ofBank(request, { bankId }), { kind: 'bag-recalled', detail })
    await setRecalledAside(work, requestId, bagId)
  }
}

async function move(work: Work, all: readonly Bag[], judged: readonly Judged[]): Promise<void> {
  const before = new Map(all.map((bag) => [bag.id, bag]))
  const holds = await openHoldsOf(work, all)
  const moves = judged.flatMap(({ released, discarded, elsewhere }) => [
    ...released.map((to): BagMoved => {
      return { from: before.get(to.id) ?? to, to, happened: { kind: 'bag-released', detail: namesOf(to) } }
    }),
    ...[...discarded, ...elsewhere].map((to): BagMoved => {
      const requestId = holds.get(to.id)?.requestId ?? null
      const detail = { ...namesOf(to), reason: 'reactive' as const, note: '', requestId }
      return { from: before.get(to.id) ?? to, to, happened: { kind: 'bag-discarded', detail } }
    }),
  ])
  await moveBags(work, moves)
}
