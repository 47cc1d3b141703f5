import { z } from 'zod'
import { CampCategory, CompanyDraft } from '#domain/camps/company.ts'
import { isProvider } from '#domain/people/actor.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

/** A company that offers days for a camp (§3.3). */
export const Company = z.object({
  name: z.string(),
  category: CampCategory,
  days: z.array(z.iso.date()).length(3),
  updatedAt: z.coerce.date(),
})
export type Company = z.infer<typeof Company>

export const camps = {
  companies: route({
    method: 'GET',
    path: '/api/companies',
    summary: 'The companies and the days they offer, by name',
    who: isProvider,
    input: nothing,
    output: z.object({ items: z.array(Company) }),
  }),
  saveCompany: route({
    method: 'PUT',
    path: '/api/companies',
    summary: 'Keep a company with its category and three days; one of that name is replaced',
    who: isProvider,
    input: CompanyDraft,
    output: Company,
  }),
}
