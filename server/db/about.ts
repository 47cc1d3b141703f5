import { sql } from 'kysely'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import type { Choices } from '#domain/messages/hearing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { bagCarriersOf } from './bag-carriers.ts'
import type { Db } from './database.ts'
import type { RecordedEvent } from './event-trail.ts'
import { type Hearers, readHearers } from './hearers.ts'

/** What never changes of a request, and how it stood when what is told happened. */
export type ToldRequest = Pick<
  BloodRequest,
  'id' | 'patientId' | 'component' | 'units' | 'orderType' | 'pickupAt' | 'deadlineAt' | 'status' | 'bankId'
> & {
  /** The patient's: of a Bombay patient not what the request says (ruling AMB-376). */
  readonly bloodGroup: ShelfGroup
}

type Request = ToldRequest & Pick<BloodRequest, 'hospitalId' | 'invoiceKind'> & { hasOpenDeliveries: boolean }

type Place = {
  id: string
  name: string
  email: string
  phones: readonly string[]
  referenceBankId: string | null
  /** What its own mailbox and phones are rung for; null where nobody chose. */
  deskChoices: Choices | null
}

/** What the messages of some events have to know beside these. Status and bank are for an event that says neither. */
export type About = Hearers & {
  request(id: string): Request | undefined
  organisation(id: string | null | undefined): Place | undefined
  /** Drivers in whose box the bags of an event may be, whoever has the order now. */
  carriers(eventId: number): readonly string[]
  /** Undefined where there is none. */
  driverPhone(email: string | null | undefined): string | undefined
}

/** Read for all of them at once. */
export async function readAbout(db: Db, events: readonly RecordedEvent[]): Promise<About> {
  const ids = unique(events.map(({ subjectId }) => subjectId))
  const carried = await bagCarriersOf(db, events)
  const emails = unique([...events, ...carried].map(({ driverEmail }) => driverEmail))
  const { rows: requests } = await sql<Request>`
    select id, hospital_id, patient_id, coalesce((
        select bombay from more_for_bank where request_id = requests.id), blood_group) as blood_group,
      component, units, order_type, pickup_at, deadline_at, invoice_kind, status, bank_id, exists (
        select from deliveries where request_id = requests.id and delivered_at is null) as has_open_deliveries
    from requests where id = any(${ids}::text[])`.execute(db)
  const places = unique([
    ...events.flatMap(({ hospitalId, bankId, subjectId, detail = {} }) => [
      hospitalId,
      bankId,
      subjectId,
      'bankBefore' in detail ? detail.bankBefore : null,
      'bank' in detail ? detail.bank : null,
    ]),
    ...requests.flatMap(({ hospitalId, bankId }) => [hospitalId, bankId]),
  ])
  const { rows: organisations } = await sql<Place>`
    select id, name, email, phones, reference_bank_id, (
        select jsonb_object_agg(kind || ' ' || way, is_on) from desk_hearing where organisation_id = organisations.id
      ) as desk_choices
    from organisations where id = any(${places}::text[])`.execute(db)
  const drivers = emails.length === 0 ? [] : await phonesOf(db, emails)
  const people = await readHearers(db, { places, drivers: emails })
  const requestOf = new Map(requests.map((one) => [one.id, one]))
  const placeOf = new Map(organisations.map((one) => [one.id, one]))
  const phoneOf = new Map(drivers.map(({ email, phone }) => [email, phone]))
  return {
    ...people,
    request: (id) => requestOf.get(id),
    organisation: (id) => placeOf.get(id ?? ''),
    carriers: (id) => carried.filter(({ eventId }) => eventId === id).map(({ driverEmail }) => driverEmail),
    driverPhone: (email) => phoneOf.get(email ?? '') || undefined,
  }
}

async function phonesOf(db: Db, emails: readonly string[]) {
  const { rows } = await sql<{ email: string; phone: string }>`
    select email, phone from drivers where email = any(${emails}::text[])`.execute(db)
  return rows
}

const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]
