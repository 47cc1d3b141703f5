import { z } from 'zod'
import { Day } from '#domain/basics/day.ts'
import { CampDraft } from '#domain/camps/asking.ts'
import { CampCategory, CompanyDraft } from '#domain/camps/company.ts'
import { isBank, isProvider } from '#domain/people/actor.ts'
import { nothing, page, pageOf } from './answers.ts'
import { route } from './route.ts'

/** A company that offers days for a camp (§3.3). */
export const Company = z.object({
  name: z.string(),
  category: CampCategory,
  days: z.array(z.iso.date()).length(3),
  updatedAt: z.coerce.date(),
})
export type Company = z.infer<typeof Company>

/** A camp that a bank asked for. */
export const Camp = z.object({
  id: z.string(),
  category: CampCategory,
  heldOn: Day,
  askedAt: z.coerce.date(),
  askedBy: z.string(),
})
export type Camp = z.infer<typeof Camp>

export const camps = {
  days: route({
    method: 'GET',
    path: '/api/companies/days',
    summary: 'The days that companies of a category offer, from today on',
    who: isBank,
    input: z.strictObject({ category: CampCategory }),
    output: z.object({ items: z.array(Day) }),
  }),
  ask: route({
    method: 'POST',
    path: '/api/camps',
    summary: 'Ask the provider for a camp on a day that a company offers',
    who: isBank,
    input: CampDraft,
    output: Camp,
    repeatable: true,
  }),
  list: route({
    method: 'GET',
    path: '/api/camps',
    summary: 'The camps that your bank asked for, the latest first, a page at a time',
    who: isBank,
    input: z.strictObject(page),
    output: pageOf(Camp),
  }),
  upcoming: route({
    method: 'GET',
    path: '/api/camps/upcoming',
    summary: 'The next camps of your bank, the soonest first',
    who: isBank,
    input: nothing,
    output: z.object({ items: z.array(Camp) }),
  }),
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
