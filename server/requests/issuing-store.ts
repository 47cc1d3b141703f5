import { toIssue } from '#domain/requests/issuing.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import { literal } from '../db/requests.ts'
import { partOf } from './list-store.ts'

/** As the index has it: the planner uses it only where its whole condition is read. */
const open = [...toIssue, ...onTheRoad]

/** Reading, of one bank. */
export function issuingStore(db: Db) {
  const of = (bankId: string) => db.selectFrom('requests').selectAll().where('bankId', '=', bankId)
  const openOf = (bankId: string) =>
    db.selectFrom('requests').where('bankId', '=', bankId).where('status', 'in', literal(open))

  return {
    list(bankId: string, ask: PageRange & { id?: string | undefined }): Promise<BloodRequest[]> {
      if (ask.id) return of(bankId).where('id', '=', ask.id).execute()
      const read = (part: PageRange) => partOf(of(bankId), 'raisedAt', part).execute()
      return readPage(ask, read, (row) => ({ at: row.raisedAt, id: row.id }))
    },

    /** The soonest due first. */
    firstFew: (bankId: string, statuses: readonly RequestStatus[], limit: number) =>
      openOf(bankId)
        .selectAll()
        .where('status', 'in', [...statuses])
        .orderBy('deadlineAt')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async countByStatus(bankId: string): Promise<Map<RequestStatus, number>> {
      const rows = await openOf(bankId)
        .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute()
      return new Map(rows.map(({ status, count }) => [status, count]))
    },

    async hospitalNames(rows: readonly Pick<BloodRequest, 'hospitalId'>[]): Promise<Map<string, string>> {
      const ids = [...new Set(rows.map(({ hospitalId }) => hospitalId))]
      if (ids.length === 0) return new Map()
      const found = await db
        .selectFrom('organisations')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .execute()
      return new Map(found.map(({ id, name }) => [id, name]))
    },
  }
}
