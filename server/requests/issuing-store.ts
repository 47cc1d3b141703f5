import { sql } from 'kysely'
import { IssuedRequest } from '#contract/issuing.ts'
import { invoiceOf } from '#domain/billing/invoicing.ts'
import { toIssue } from '#domain/requests/issuing.ts'
import { onTheRoad } from '#domain/requests/listing.ts'
import { asJson, type Json, jsonOf, withKeys } from '../db/as-json.ts'
import { bagsLeftFor } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import type { PageRange } from '../db/page-range.ts'
import { any, type Listed, oneOf, readList, type Telling, walk } from '../db/request-lists.ts'
import { literal } from '../db/requests.ts'
import { bombayIn } from './more-store.ts'

/** As the index has it: the planner uses it only where its whole condition is read. */
const open = [...toIssue, ...onTheRoad]

type Found = Omit<IssuedRequest, 'bankInvoicePath'>
type Beside = { bankId: string | null; bankInvoicePath: string | null }
type Told = Listed<Found, Beside>
type Counts = { toIssue: number; onTheRoad: number }

/** Reading, of one bank. */
export function issuingStore(db: Db) {
  return {
    async list(bankId: string, ask: PageRange & { id?: string | undefined }) {
      const theirs = sql`bank_id = ${any(bankId)}`
      const found = await (ask.id
        ? oneOf(db, issued, 'raisedAt', sql`${theirs} and requests.id = ${ask.id}`)
        : readList(db, issued, 'raisedAt', ask, (part) => walk(theirs, 'raisedAt', part)))
      return found.map(asIssued)
    },

    /** Whose bank it may not be any more. */
    async find(id: string): Promise<IssuedRequest | undefined> {
      const [found] = await oneOf(db, issued, 'raisedAt', sql`requests.id = ${id}`)
      return found && IssuedRequest.parse(JSON.parse(asIssued(found).text))
    },

    /** How much is to issue and on the road, and the soonest due of the first, in one look. */
    async look(bankId: string, limit: number): Promise<Counts & { first: Json<IssuedRequest>[] }> {
      const isOpen = sql`bank_id = ${any(bankId)} and status in ${literal(open)}`
      // said so that no index by status is walked for every bank
      const first = walk(sql`${isOpen} and status not in ${literal(onTheRoad)}`, 'deadlineAt', {
        after: null,
        through: null,
        limit,
      })
      const { rows } = await sql<Counts & (Told | { id: null })>`
        select to_issue, on_the_road, text, bank_id, bank_invoice_path, first.id
        from (
          select count(*) filter (where status in ${literal(toIssue)}) as to_issue,
            count(*) filter (where status in ${literal(onTheRoad)}) as on_the_road
          from requests where bank_id = ${bankId} and status in ${literal(open)}
        ) as counted left join (
          select ${issued.columns}, requests.id, requests.deadline_at from (${first}) as requests
            ${issued.joins ?? sql``}
        ) as first on true
        order by deadline_at, first.id`.execute(db)
      const { toIssue: toBe, onTheRoad: riding } = rows[0] ?? { toIssue: 0, onTheRoad: 0 }
      const told = rows.flatMap((row) => (row.id === null ? [] : asIssued(row).text))
      return { toIssue: toBe, onTheRoad: riding, first: told }
    },
  }
}

const issued: Telling<Found, Beside> = {
  columns: sql`${jsonOf(IssuedRequest.omit({ bankInvoicePath: true }), 'requests', {
    hospitalName: sql`hospital.name`,
    bombay: bombayIn,
    haveBagsLeft: bagsLeftFor(sql`requests.id`, sql`requests.bank_id`),
  })} as text, requests.bank_id, requests.bank_invoice_path`,
  joins: sql`join organisations as hospital on hospital.id = requests.hospital_id`,
}

/** Which invoice is this bank's own is the rule's to say. */
const asIssued = (row: Told): Listed<IssuedRequest> => ({
  ...row,
  text: withKeys(row.text, { bankInvoicePath: asJson(invoiceOf(row, 'bloodbank')) }),
})
