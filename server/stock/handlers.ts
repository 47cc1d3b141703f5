import type { ComponentStock, stock } from '#contract/stock.ts'
import type { ComponentCode } from '#domain/basics/blood.ts'
import {
  byGroup,
  countOf,
  type Quantities,
  stockWords,
  whyNotConfirm,
  whyNotCount,
  whyNotFeed,
  whyNotOver,
} from '#domain/stock/counting.ts'
import { stockComponents } from '#domain/stock/levels.ts'
import { lockBank } from '../db/locks.ts'
import type { Work } from '../db/work.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { reminderStore } from './reminder-store.ts'
import { type FreeBags, freeBagsOf, stockStore, stockWriter } from './store.ts'

export const stockHandlers: Handlers<typeof stock> = {
  async list({ actor, db, now }) {
    const { bankId } = bankOf(actor)
    const [rows, bags] = await Promise.all([stockStore(db).rowsOf(bankId), freeBagsOf(db, bankId, now)])
    return { items: stockComponents.map((component) => stockFrom(rows, component, bags)) }
  },

  count: ({ actor, inTransaction }, { component, seenAt, quantities }) =>
    inTransaction(async (work) => {
      const bank = bankOf(actor)
      refuse(stockWords, whyNotCount(quantities))
      const last = await stockWriter(work).lock(bank.bankId, component)
      refuse(stockWords, whyNotOver(last, seenAt))
      return save(work, bank, component, 'stock-counted', countOf(quantities))
    }),

  feed: ({ actor, inTransaction }, { counts }) =>
    inTransaction(async (work) => {
      const bank = bankOf(actor)
      refuse(stockWords, whyNotFeed(counts))
      const items: ComponentStock[] = []
      for (const { component, quantities } of counts) {
        await stockWriter(work).lock(bank.bankId, component)
        items.push(await save(work, bank, component, 'stock-counted', countOf(quantities)))
      }
      return { items }
    }),

  reminder: async ({ actor, db }) => ({ time: await reminderStore(db, bankOf(actor).bankId).time() }),

  setReminder: ({ actor, inTransaction }, { time }) =>
    inTransaction(async (work) => {
      const { bankId } = bankOf(actor)
      await lockBank(work, bankId)
      const store = reminderStore(work.db, bankId)
      const from = await store.time()
      if (from === time) return { time }
      await store.set(time)
      await work.record({ kind: 'stock-reminder-set', subjectId: bankId, bankId, detail: { from, to: time } })
      return { time }
    }),

  confirm: ({ actor, inTransaction }, { component, seenAt }) =>
    inTransaction(async (work) => {
      const bank = bankOf(actor)
      const last = await stockWriter(work).lock(bank.bankId, component)
      refuse(stockWords, whyNotConfirm(last, seenAt))
      return save(work, bank, component, 'stock-confirmed')
    }),
}

/** The numbers as they were, if none are given. One event for each count. */
async function save(
  work: Work,
  { bankId, person, isKey }: { bankId: string; person: string; isKey: boolean },
  component: ComponentCode,
  kind: 'stock-counted' | 'stock-confirmed',
  counted?: Quantities,
): Promise<ComponentStock> {
  const before = await stockOf(work, bankId, component)
  const from = byGroup((group) => before.shelves[group].units)
  const quantities = counted ?? from
  await stockWriter(work).save(bankId, component, quantities, {
    ...{ countedAt: work.now, countedBy: person, isBySystem: isKey },
  })
  await work.record({
    subjectId: `${bankId}/${component}`,
    kind,
    bankId,
    detail: { ...(before.countedAt && { from }), to: quantities },
  })
  return stockOf(work, bankId, component)
}

async function stockOf({ db, now }: Work, bankId: string, component: ComponentCode): Promise<ComponentStock> {
  const rows = await stockStore(db).rowsOf(bankId, component)
  return stockFrom(rows, component, await freeBagsOf(db, bankId, now))
}

type Row = Awaited<ReturnType<ReturnType<typeof stockStore>['rowsOf']>>[number]

function stockFrom(rows: readonly Row[], component: ComponentCode, bags: FreeBags | null): ComponentStock {
  const counted = rows.filter((row) => row.component === component)
  const [last] = counted.toSorted((one, other) => other.countedAt.getTime() - one.countedAt.getTime())
  return {
    component,
    countedAt: last?.countedAt ?? null,
    countedBy: last?.countedBy ?? null,
    isBySystem: last?.isBySystem ?? false,
    shelves: byGroup((group) => {
      const byBags = bags && (bags.get(`${component} ${group}`) ?? 0)
      const row = counted.find(({ bloodGroup }) => bloodGroup === group)
      return { units: row?.quantity ?? 0, linked: Number(row?.linkedSince ?? 0), byBags }
    }),
  }
}
