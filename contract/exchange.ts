import { z } from 'zod'
import { isBank, isProvider } from '#domain/people/actor.ts'
import { pageOf } from './answers.ts'
import { route } from './route.ts'

export const collections = [
  'hospitalDB',
  'configDB',
  'CompanyDB',
  'BloodBankInventory',
  'invoiceSummaries',
] as const
export type Collection = (typeof collections)[number]

const Page = z.strictObject({ after: z.string().max(100).optional() })
/** By the names of §3. */
const Document = z.looseObject({ id: z.string() })

/** What is kept, as the documents of §3: for whoever comes from them, or goes back to them. */
export const exchange = {
  documents: route({
    method: 'GET',
    path: '/api/documents/:collection',
    summary: 'A collection of the specification, 100 documents at a time',
    who: isProvider,
    input: Page.extend({ collection: z.enum(collections) }),
    output: pageOf(Document),
  }),
  donorForms: route({
    method: 'GET',
    path: '/api/documents/donorForms',
    summary: 'The donor forms of your bank, 100 documents at a time',
    who: isBank,
    input: Page,
    output: pageOf(Document),
  }),
}
