import { z } from 'zod'
import { type Fact, fact, nobody, noDetail, providerAlone } from './fact.ts'

const Chosen = z.strictObject({ kind: z.string(), way: z.string(), isOn: z.boolean() })

/** Of one person: told on Audit, and never as it happens. No number and no address stands in it. */
const ofPerson = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'hearing', Detail> =>
  fact({ subject: 'hearing', detail, readers: nobody, live: null, words })

export const hearingFacts = {
  'hearing-chosen': ofPerson('Chose what they hear', Chosen),
  'quiet-hours-set': ofPerson('Quiet hours set', noDetail),
  'own-number-set': ofPerson('Own number for text messages set', noDetail),
  'own-number-removed': ofPerson('Own number for text messages removed', noDetail),
  'hearing-tried': ofPerson('Sent a message to themselves', noDetail),
  'desk-chosen': fact({
    subject: 'organisation',
    detail: Chosen,
    readers: providerAlone,
    live: 'organisations',
    words: 'What the desk is rung for',
  }),
}
