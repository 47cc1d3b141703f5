import { z } from 'zod'
import { fact, nobody } from './fact.ts'

const Named = z.strictObject({ name: z.string() })

/** What the software of an organisation may: told on Audit. Nothing of the key itself stands in it. */
export const keyFacts = {
  'key-made': fact({
    subject: 'key',
    detail: Named.extend({
      prefix: z.string(),
      scopes: z.array(z.string()),
      networks: z.array(z.string()),
      until: z.iso.datetime(),
      isTest: z.boolean(),
    }),
    readers: nobody,
    live: 'keys',
    words: 'Key made',
  }),
  'key-stopped': fact({
    subject: 'key',
    detail: Named,
    readers: nobody,
    live: 'keys',
    words: 'Key stopped',
  }),
}
