import { mostPending } from '#domain/requests/listing.ts'
import { asJson, JsonText } from '../db/as-json.ts'
import { sharedReading } from '../db/shared-reading.ts'
import { pageText } from '../platform/http/paging.ts'
import { ownStore } from './own-store.ts'

type OwnStore = ReturnType<typeof ownStore>
/** Whose lists, and what of them. */
type Of<List extends keyof OwnStore> = { hospitalId: string } & Parameters<OwnStore[List]>[0]

/** What a hospital's screens show, read once for all that ask at the same moment. */
export const ownLists = {
  list: sharedReading(async (db, { hospitalId, ...asked }: Of<'list'>) =>
    pageText(await ownStore(db, hospitalId).list(asked), asked.limit),
  ),

  deliveries: sharedReading(async (db, { hospitalId, ...asked }: Of<'delivering'>) =>
    pageText(await ownStore(db, hospitalId).delivering(asked), asked.limit),
  ),

  live: sharedReading(async (db, { hospitalId, ...asked }: Of<'live'>) =>
    pageText(await ownStore(db, hospitalId).live(asked), asked.limit),
  ),

  /** Never more than these, so a page that is read again may begin or end elsewhere. */
  pending: sharedReading(async (db, { hospitalId, ...asked }: Of<'pending'>) => {
    const store = ownStore(db, hospitalId)
    const [rows, { count, soonestPickupAt, needsFourEyes }] = await Promise.all([
      store.pending(asked),
      store.waiting(),
    ])
    return pageText(rows, mostPending, {
      count: asJson(count),
      soonestPickupAt: asJson(soonestPickupAt),
      needsFourEyes: asJson(needsFourEyes),
    })
  }),

  summary: sharedReading(
    async (db, { hospitalId, now }: { hospitalId: string; now: Date }) =>
      new JsonText(await ownStore(db, hospitalId).summary(now)),
  ),
}
