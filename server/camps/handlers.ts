import type { camps } from '#contract/camps.ts'
import { dayOf } from '#domain/basics/time.ts'
import { campWords, offeredDays, whyNotAskCamp } from '#domain/camps/asking.ts'
import {
  type CampCategory,
  type Company,
  companyFrom,
  companyWords,
  whyNotSaveCompany,
} from '#domain/camps/company.ts'
import type { Db } from '../db/database.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageFrom, pageRange } from '../platform/http/paging.ts'
import { refuse } from '../platform/http/refuse.ts'
import { campStore, campWriter, companyStore, companyWriter } from './store.ts'

const pageSize = 20
/** On the card of the home view. */
const few = 3

export const campHandlers: Handlers<typeof camps> = {
  companies: async ({ db }) => ({ items: await companyStore(db).list() }),

  saveCompany: ({ now, inTransaction }, draft) =>
    inTransaction(async (work) => {
      refuse(companyWords, whyNotSaveCompany(draft))
      const company = companyFrom(draft, now)
      const before = await companyWriter(work).save(company)
      await work.record({
        subjectId: company.name,
        kind: before ? 'company-changed' : 'company-added',
        detail: { ...(before ? { from: offerOf(before) } : {}), to: offerOf(company) },
      })
      return company
    }),

  days: async ({ db, now }, { category }) => ({ items: await daysOf(db, category, now) }),

  ask: ({ actor, now, inTransaction }, draft) =>
    inTransaction(async (work) => {
      const { category, day } = draft
      const offered = category === null ? [] : await daysOf(work.db, category, now)
      refuse(campWords, whyNotAskCamp(draft, offered))
      const { bankId, person } = bankOf(actor)
      const camp = await campWriter(work).insert(bankId, {
        category: category as CampCategory,
        heldOn: day as string,
        askedAt: now,
        askedBy: person,
      })
      await work.record({
        subjectId: camp.id,
        kind: 'camp-asked',
        bankId,
        detail: { category: camp.category, day: camp.heldOn },
      })
      return camp
    }),

  async list({ actor, db }, cursors) {
    const asked = { ...pageRange(cursors), limit: pageSize }
    const items = await campStore(db).list(bankOf(actor).bankId, asked)
    return pageFrom(items, pageSize, ({ askedAt }) => askedAt)
  },

  upcoming: async ({ actor, db, now }) => ({
    items: await campStore(db).upcoming(bankOf(actor).bankId, dayOf(now), few),
  }),
}

const daysOf = async (db: Db, category: CampCategory, now: Date): Promise<string[]> =>
  offeredDays(await companyStore(db).ofCategory(category), now)

const offerOf = ({ category, days }: Company) => ({ category, days })
