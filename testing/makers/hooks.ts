import type { HookDraft } from '#domain/hooks/saving.ts'
import type { Db } from '#server/db/database.ts'
import { makeSecret } from '#server/hooks/signing.ts'
import { nextNumber } from './makers.ts'
import { theSecret } from './sessions.ts'

/** Inside a network, so that whoever calls it is answered at once: nobody is there. */
export const aHookDraft = (): HookDraft => ({
  url: `https://hooks.example.org/${nextNumber()}`,
  kinds: ['order.approved', 'order.completed'],
})

type Wish = HookDraft & { quietUntil: Date }

/** As it stands after it was made; it leads nowhere where the server calls. */
export const aHook = (db: Db, organisationId: string | null, change: Partial<Wish> = {}) =>
  db
    .insertInto('hooks')
    .values({
      organisationId,
      ...{ url: `https://10.0.0.1/${nextNumber()}`, kinds: aHookDraft().kinds, ...change },
      ...{ secretSealed: makeSecret(theSecret).secretSealed, madeBy: 'Somebody', madeAt: new Date() },
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
