import { sql } from 'kysely'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { driven } from '#domain/driving/steps.ts'
import { toIssue } from '#domain/requests/issuing.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { bagsLeftFor } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import { any, walk } from '../db/request-lists.ts'
import { literal } from '../db/requests.ts'

/** As the index has it: the planner uses it only where its whole condition is read. */
const open = [...toIssue, ...onTheRoad].filter((status) => driven.includes(status))

type Found = Pick<
  BloodRequest,
  | ('id' | 'status' | 'invoiceKind' | 'bankId' | 'driverEmail' | 'hospitalId')
  | ('patientName' | 'patientId' | 'age' | 'sex' | 'component' | 'units')
  | ('orderType' | 'deadlineAt')
> & { bloodGroup: ShelfGroup; hospitalName: string; driverName: string | null; haveBagsLeft: boolean }

/** What is under way at a bank or owes a result, the soonest due first. */
export function benchPage(db: Db, bankId: string, ask: PageRange): Promise<Found[]> {
  const place = sql`requests.id, requests.deadline_at`
  const theirs = sql`bank_id = ${any(bankId)}`
  // an order that is another's now, too: the result is theirs to bring
  const owing = sql`requests.id in (select request_id from issues where issues.bank_id = ${bankId} and results_owed > 0)`
  const found = (range: PageRange) => {
    const walked = (where: typeof theirs) => walk(sql`${theirs} and ${where}`, 'deadlineAt', range, place)
    return sql`
      (${walked(sql`status in ${literal(open)}`)})
      union (${walked(sql`status = 'completed' and invoice_kind = 'NORMAL' and delivered_at is null
        and exists (select from deliveries where request_id = requests.id and delivered_at is null)`)})
      union (${walk(owing, 'deadlineAt', range, place)})`
  }
  return readPage(
    ask,
    async (range) => {
      const { rows } = await sql<Found>`
        select requests.id, status, invoice_kind, bank_id, driver_email, hospital_id, patient_name, patient_id, age, sex,
          coalesce(more.bombay, blood_group) as blood_group, component, units, order_type, requests.deadline_at, hospital.name as hospital_name,
          drivers.name as driver_name, ${bagsLeftFor(sql`requests.id`, sql`${bankId}`)} as have_bags_left
        from (${found(range)}) as found join requests on requests.id = found.id
        join organisations as hospital on hospital.id = requests.hospital_id
        left join more_for_bank as more on more.request_id = requests.id
        left join drivers on drivers.email = requests.driver_email
        order by found.deadline_at, found.id limit ${sql.raw(String(Math.trunc(range.limit)))}`.execute(db)
      return rows
    },
    ({ deadlineAt: at, id }) => ({ at, id }),
  )
}
