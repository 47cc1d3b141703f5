import type { fates, IssueNote } from '#contract/fates.ts'
import { type Bag, bagName } from '#domain/bags/bag.ts'
import { moveBag } from '#domain/bags/moving.ts'
import {
  fateWords,
  foundText,
  isSameFate,
  type KnownFate,
  moveOfFate,
  moveOfFound,
  type ToldFate,
  whyNotReceive,
  whyNotTellFate,
  whyNotThisPatient,
} from '#domain/fates/fate.ts'
import { type BagMoved, lockBags, moveBags, namesOf } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { lockRequest, ofBank, recordOn } from '../db/requests.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { placeAfter, readPlace } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { fateStore, fateWriter } from './store.ts'

const pageSize = 50

export const fateHandlers: Handlers<typeof fates> = {
  async notes({ actor, db }, { since = null, after, requestId = null }) {
    const { hospitalId } = hospitalOf(actor)
    const store = fateStore(db, hospitalId)
    // what is older than any slip may be older than any time that the database knows
    const from = since && since.getTime() > 0 ? since : null
    const slips = await store.page({ since: from, requestId, after: readPlace(after), limit: pageSize })
    const bags = await store.bagsOf(slips.map(({ slip }) => slip))
    const last = slips.at(-1)
    return {
      items: slips.map((note) => ({ ...note, bags: bags.filter(({ slip }) => slip === note.slip) })),
      next:
        slips.length < pageSize || !last ? null : placeAfter({ ...last, id: last.slip }, () => last.knownAt),
    }
  },

  receive: ({ actor, inTransaction }, { slip, receivedAt, bags: told }) =>
    inTransaction(async (work) => {
      const { hospitalId, person } = hospitalOf(actor)
      const store = fateStore(work.db, hospitalId)
      const note = await store.find(slip)
      const request = note && (await lockRequest(work, note.requestId, hospitalId))
      if (!note || !request) throw notFound()
      const { issuedAt } = note
      const at = receivedAt ?? work.now
      const locked = await lockBags(
        work,
        (await store.bagsOf([slip])).map(({ id }) => id),
      )
      const bags = (await store.bagsOf([slip])).map((bag) => ({ ...bag, issuedAt }))
      refuse(fateWords, whyNotReceive(bags, told, at, work.now))
      const news = told.filter(({ bagId }) => bags.find(({ id }) => id === bagId)?.found === null)
      if (news.length === 0) return noteOf(work.db, hospitalId, slip)
      const writer = fateWriter(work, person)
      await writer.receive(
        slip,
        news.map((one) => ({ ...one, receivedAt: at })),
      )
      const named = news.map((one) => ({ ...one, bag: bagIn(locked, one.bagId) }))
      const lost = named.filter(({ found }) => found === 'missing')
      for (const { bag, note: said } of lost)
        await writer.tell({
          ...{ bagId: bag.id, slip, fate: 'missing', reason: null, note: said, at },
        })
      const { requestId } = note
      await moveBags(
        work,
        named.map(
          ({ bag, found }): BagMoved => ({
            from: bag,
            to: moveBag(bag, moveOfFound(found)),
            happened: {
              kind: found === 'missing' ? 'bag-lost' : 'bag-received',
              detail: { ...namesOf(bag), requestId },
            },
          }),
        ),
      )
      // of the bank that issued them, whoever has the order now
      await recordOn(work, ofBank(request, note), {
        kind: 'bags-received',
        detail: {
          slip,
          bags: named.map(({ bag }) => bagName(bag)),
          wrong: named
            .filter(({ found }) => found !== 'as-issued')
            .map(({ bag, found }) => `${bagName(bag)} ${foundText[found]}`),
        },
      })
      return noteOf(work.db, hospitalId, slip)
    }),

  tell: ({ actor, inTransaction }, { bagId, at, ...asked }) =>
    inTransaction(async (work) => {
      const { hospitalId, person } = hospitalOf(actor)
      const store = fateStore(work.db, hospitalId)
      const note = await store.slipOf(bagId)
      const request = note && (await lockRequest(work, note.requestId, hospitalId))
      if (!note || !request) throw notFound()
      const bag = bagIn(await lockBags(work, [bagId]), bagId)
      const row = (await store.bagsOf([note.slip])).find(({ id }) => id === bagId)
      if (!row) throw notFound()
      const told: ToldFate = { ...asked, at: at ?? work.now }
      const known = knownOf(row)
      refuse(fateWords, whyNotThisPatient(told, request.patientId))
      if (isSameFate(known, told)) return noteOf(work.db, hospitalId, note.slip)
      const issued = { ...row, issuedAt: note.issuedAt }
      refuse(fateWords, whyNotTellFate(issued, known, told, request.patientId, work.now))
      const { patientId: _, ...kept } = told
      await fateWriter(work, person).tell({ ...kept, bagId, slip: note.slip })
      await moveBags(work, [movedBy(bag, told, note.requestId)])
      return noteOf(work.db, hospitalId, note.slip)
    }),
}

async function noteOf(db: Db, hospitalId: string, slip: string): Promise<IssueNote> {
  const store = fateStore(db, hospitalId)
  const note = await store.find(slip)
  if (!note) throw notFound()
  return { ...note, bags: await store.bagsOf([slip]) }
}

type Row = Awaited<ReturnType<ReturnType<typeof fateStore>['bagsOf']>>[number]

const knownOf = ({ fate, fateAt, toldBy }: Row): KnownFate | null =>
  fate && fateAt && { fate, at: fateAt, toldBy: toldBy ?? '' }

function bagIn(bags: readonly Bag[], id: string): Bag {
  const bag = bags.find((one) => one.id === id)
  if (!bag) throw notFound()
  return bag
}

function movedBy(bag: Bag, { fate, reason, note }: ToldFate, requestId: string): BagMoved {
  const to = moveBag(bag, moveOfFate[fate])
  const ofOrder = { ...namesOf(bag), requestId }
  if (fate === 'discarded')
    return {
      from: bag,
      to,
      happened: { kind: 'bag-discarded', detail: { ...ofOrder, reason: reason ?? 'other', note } },
    }
  const kind = ({ transfused: 'bag-transfused', returned: 'bag-returned', missing: 'bag-lost' } as const)[
    fate
  ]
  return { from: bag, to, happened: { kind, detail: ofOrder } }
}
