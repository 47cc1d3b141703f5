import type { camps } from '#contract/camps.ts'
import { type Company, companyFrom, companyWords, whyNotSaveCompany } from '#domain/camps/company.ts'
import type { Handlers } from '../platform/call.ts'
import { refuse } from '../platform/refuse.ts'
import { companyStore, companyWriter } from './store.ts'

export const campHandlers: Handlers<typeof camps> = {
  companies: async ({ db }) => ({ items: await companyStore(db).list() }),

  saveCompany: ({ now, inTransaction }, draft) =>
    inTransaction(async (work) => {
      refuse(companyWords, whyNotSaveCompany(draft))
      const company = companyFrom(draft, now)
      const before = await companyWriter(work).save(company)
      await work.record({
        subjectKind: 'company',
        subjectId: company.name,
        kind: before ? 'company-changed' : 'company-added',
        detail: { ...(before ? { from: offerOf(before) } : {}), to: offerOf(company) },
      })
      return company
    }),
}

const offerOf = ({ category, days }: Company) => ({ category, days })
