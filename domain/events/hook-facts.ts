import { z } from 'zod'
import { type Fact, fact, nobody } from './fact.ts'

/** The host alone: what stands behind it may be a secret of whoever is called. */
const Host = z.strictObject({ host: z.string() })

const Wish = Host.extend({ kinds: z.array(z.string()), withTests: z.literal(true).optional() })

const ofHook = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'hook', Detail> =>
  fact({ subject: 'hook', detail, readers: nobody, live: 'hooks', words })

/** What systems of others are told of. Of the words themselves nothing stands here. */
export const hookFacts = {
  'hook-made': ofHook('Hook made', Wish),
  'hook-changed': ofHook('Hook changed', Wish),
  'hook-switched-on': ofHook('Hook switched on', Host),
  'hook-switched-off': ofHook('Hook switched off', Host),
  'hook-stopped': ofHook('Hook stopped', Host.extend({ isGone: z.boolean() })),
  'hook-secret-turned': ofHook('Secret of a hook turned', Host),
  'hook-tried': ofHook('Hook tried', Host.extend({ code: z.number().nullable(), tookMs: z.number() })),
  'hook-replayed': ofHook(
    'Hook replayed',
    Host.extend({ from: z.iso.datetime(), until: z.iso.datetime(), deliveries: z.number() }),
  ),
}
