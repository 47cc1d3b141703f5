import { sql } from 'kysely'
import { z } from 'zod'
import type { BankAnswer } from '#contract/matching.ts'
import { type Bag, bagKey } from '#domain/bags/bag.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import type { FormStand } from '#domain/bags/forms.ts'
import { Bombay, type ShelfGroup } from '#domain/bags/kinds.ts'
import { foldedId } from '#domain/basics/abha.ts'
import type { BenchOrder } from '#domain/matching/bench-order.ts'
import type { Nod } from '#domain/matching/issuing.ts'
import { MoreForBank } from '#domain/matching/needs.ts'
import { type BombaySign, everBombayOf, labelDifferences } from '#domain/matching/sample.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { bagColumns, packedCount } from '../db/bags.ts'
import type { Db } from '../db/database.ts'

const bagsBy = bagColumns.map((column) => `bags.${column}` as const)

/** How a bank works that never said so. */
const usual = { keepsBags: false, secondChecker: false, sampleHours: 72, spareHours: 4 }

/** Reading of what the bench knows of some orders. */
export function benchStore(db: Db) {
  return {
    /** In their order, each with how many bags go with it. */
    async deliveriesOf(ids: readonly string[]) {
      const { rows } = await sql<Delivery>`
        select request_id, seq, units, state, delivered_at, ${packedCount} as packed
        from deliveries where request_id = any(${[...ids]}::text[]) order by request_id, seq`.execute(db)
      return rows
    },

    /** What the hospital said for the bank, that the patient is a Bombay one, and what ever spoke for or against that. */
    async moreOf(id: string): Promise<Told> {
      const { rows } = await sql<{ isTold: boolean; bombay: Bombay | null; signs: string }>`
        select more.needs, more.needs_note, more.ward, more.bed, more.doctor, more.diagnosis,
          more.transfused_before, more.bombay, more.request_id is not null as is_told, ${signs} as signs
        from requests as own left join more_for_bank as more on more.request_id = own.id
        where own.id = ${id}`.execute(db)
      const {
        isTold,
        bombay,
        signs: found,
        ...more
      } = rows[0] ?? { isTold: false, bombay: null, signs: '[]' }
      return { more: MoreForBank.parse(isTold ? more : {}), bombay, signs: signsIn(found) }
    },

    /** The last of each by that bank. */
    async answersOf(ids: readonly string[], bankId: string) {
      const { rows } = await sql<BankAnswer & { requestId: string }>`
        select distinct on (request_id) request_id, units, by_at, note, said_at, said_by from bank_answers
        where request_id = any(${[...ids]}::text[]) and bank_id = ${bankId}
        order by request_id, id desc`.execute(db)
      return rows
    },

    /** At that bank, the newest first: that one counts. */
    samplesOf: (ids: readonly string[], bankId: string) =>
      db
        .selectFrom('samples')
        .selectAll()
        .where('requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .where('bankId', '=', bankId)
        .orderBy('requestId')
        .orderBy('receivedAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    /** At whichever bank, the newest first. */
    tubesOf: (...ids: readonly string[]) =>
      db
        .selectFrom('samples')
        .selectAll()
        .where('requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .orderBy('receivedAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    /** Open, with their bags. */
    holdsOf: (ids: readonly string[]) =>
      db
        .selectFrom('bagHolds')
        .innerJoin('bags', 'bags.id', 'bagHolds.bagId')
        .select(bagsBy)
        .select(['bags.takenAt', 'bags.takenBy'])
        .select(['bagHolds.requestId', 'heldAt', 'heldBy', 'until', 'isEmergency'])
        .where('bagHolds.requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .where('releasedAt', 'is', null)
        .orderBy('bagHolds.id')
        .execute(),

    /** Of that bank's bags: what another found before belongs to its own bench. */
    matchesOf: (ids: readonly string[], bankId: string) =>
      db
        .selectFrom('crossmatches')
        .innerJoin('bags', 'bags.id', 'crossmatches.bagId')
        .selectAll('crossmatches')
        .select(['bags.number as bagNumber', 'bags.division'])
        .where('requestId', 'in', ids.length === 0 ? [''] : [...ids])
        .where('bags.bankId', '=', bankId)
        .orderBy('doneAt')
        .orderBy('crossmatches.id')
        .execute(),

    /**
     * Of this patient, whichever order it was: what was incompatible once is so for the next order too, and at the bank
     * that it was given to. The ID is compared as that on a tube is (ruling AMB-386), and after the bags: they are few.
     */
    async matchesOfPatient(
      { hospitalId, patientId }: Pick<BloodRequest, 'hospitalId' | 'patientId'>,
      bags: readonly Pick<Bag, 'id' | 'number' | 'component' | 'division' | 'fromBankId'>[],
    ) {
      const ofHospital = db
        .selectFrom('crossmatches')
        .innerJoin('requests', 'requests.id', 'crossmatches.requestId')
        .selectAll('crossmatches')
        .select('requests.patientId')
        .where('requests.hospitalId', '=', hospitalId)
        .orderBy('doneAt')
        .orderBy('crossmatches.id')
      const theirs = <Row extends { patientId: string }>(rows: readonly Row[]) =>
        rows.flatMap(({ patientId: whose, ...match }) =>
          foldedId(whose) === foldedId(patientId) ? [match] : [],
        )
      const ids = bags.map(({ id }) => id)
      const own = await ofHospital.where('bagId', 'in', ids.length === 0 ? [noBag] : ids).execute()
      const given = bags.filter(({ fromBankId }) => fromBankId !== null)
      if (given.length === 0) return theirs(own)
      const before = await ofHospital
        .innerJoin('bags', 'bags.id', 'crossmatches.bagId')
        .select(['bags.number', 'bags.component', 'bags.division'])
        .where('bags.number', 'in', [...new Set(given.map(({ number }) => number))])
        .where('bags.state', '=', 'transferred')
        .where('result', '=', 'incompatible')
        .execute()
      const idOf = new Map(given.map((bag) => [bagKey(bag), bag.id]))
      const barred = theirs(before).flatMap(({ number, component, division, ...match }) => {
        const bagId = idOf.get(bagKey({ number, component, division }))
        return bagId === undefined ? [] : [{ ...match, bagId }]
      })
      return [...theirs(own), ...barred]
    },

    /** The group that an order had then, where it was corrected since; null: it was not. */
    async groupAt(id: string, then: Date): Promise<ShelfGroup | null> {
      const { rows } = await sql<{ from: ShelfGroup }>`
        select detail ->> 'from' as from from events
        where subject_kind = 'request' and subject_id = ${id} and kind = 'group-corrected' and at > ${then}
        order by id limit 1`.execute(db)
      return rows[0]?.from ?? null
    },

    /** Each with its bags, in the order in which they were scanned. */
    async slipsOf(id: string) {
      const [slips, bags] = await Promise.all([
        db
          .selectFrom('issues')
          .selectAll()
          .where('requestId', '=', id)
          .orderBy('seq')
          .orderBy('issuedAt')
          .orderBy('slip')
          .execute(),
        db
          .selectFrom('issueBags')
          .innerJoin('issues', 'issues.slip', 'issueBags.slip')
          .innerJoin('bags', 'bags.id', 'issueBags.bagId')
          .select(['issueBags.slip', 'bags.id', 'bags.number', 'bags.component', 'bags.division'])
          .select([
            'bags.bloodGroup',
            'bags.expiresAt',
            'issueBags.crossmatchId',
            'issueBags.setAsideWhy as setAside',
          ])
          .where('issues.requestId', '=', id)
          .orderBy('issueBags.slip')
          .orderBy('position')
          .execute(),
      ])
      return slips.map((slip) => ({ ...slip, bags: bags.filter((bag) => bag.slip === slip.slip) }))
    },

    /** All that left for it with a slip and was not set aside, of whichever bank; slip by slip, as they were scanned. */
    outFor: (id: string) =>
      db
        .selectFrom('issueBags')
        .innerJoin('issues', 'issues.slip', 'issueBags.slip')
        .innerJoin('bags', 'bags.id', 'issueBags.bagId')
        .select(['issueBags.slip', 'issues.seq', 'issues.bankId', 'issues.isEmergency', 'bags.id'])
        .select(['bags.number', 'bags.component', 'bags.bloodGroup', 'bags.attributes', 'bags.state'])
        .select(['bags.division', 'bags.expiresAt'])
        .where('issues.requestId', '=', id)
        .where('issueBags.setAsideAt', 'is', null)
        .orderBy('issueBags.slip')
        .orderBy('position')
        .execute(),

    /** How many results of that bank's emergencies are to come, and when the first of them left. */
    async owedOf(ids: readonly string[], bankId: string) {
      const { rows } = await sql<{ requestId: string; owed: number; issuedAt: Date }>`
        select request_id, sum(results_owed)::int as owed, min(issued_at) as issued_at from issues
        where request_id = any(${[...ids]}::text[]) and bank_id = ${bankId} and results_owed > 0 group by request_id`.execute(
        db,
      )
      return rows
    },

    substitutionsOf: (id: string) =>
      db
        .selectFrom('substitutions')
        .selectAll()
        .where('requestId', '=', id)
        .orderBy('id', 'desc')
        .limit(50)
        .execute(),

    /** What the hospital said yes to, and was not asked about again: as `nodsAmong` says it. */
    async nodsOf(id: string, bankId: string): Promise<Nod[]> {
      const { rows } = await sql<Nod & { isAccepted: boolean | null }>`
        select distinct on (blood_group) blood_group, doctor, reason, is_accepted from substitutions
        where request_id = ${id} and bank_id = ${bankId}
        order by blood_group, id desc`.execute(db)
      return rows.flatMap(({ isAccepted, ...nod }) => (isAccepted ? [nod] : []))
    },

    async settingsOf(bankId: string) {
      const found = await db
        .selectFrom('bankSettings')
        .select(['keepsBags', 'secondChecker', 'sampleHours', 'spareHours'])
        .where('bankId', '=', bankId)
        .executeTakeFirst()
      return found ?? usual
    },

    /** A bank without any gets its first by the first slip. */
    async hasKey(bankId: string): Promise<boolean> {
      const { rows } = await sql<{ has: boolean }>`
        select count(*) = 0 or bool_or(retired_at is null) as has from bank_keys where bank_id = ${bankId}`.execute(
        db,
      )
      return rows[0]?.has ?? true
    },

    resultsOf: async (bankId: string, numbers: readonly string[]) =>
      (await db
        .selectFrom('donationTests')
        .select(['number', 'test', 'result'])
        .where('bankId', '=', bankId)
        .where('number', 'in', numbers.length === 0 ? [''] : [...numbers])
        .orderBy('id')
        .execute()) as (DonationResult & { number: string })[],

    /** How the donor forms of some donations stand, by number; one that was rejected before another. */
    async formsOf(bankId: string, numbers: readonly string[]): Promise<Map<string, FormStand>> {
      const { rows } = await sql<FormStand & { number: string }>`
        select distinct on (bags.number) bags.number, coalesce(forms.status, erased.status) as status,
          coalesce(forms.findings ->> 'bloodGroup', forms.blood_group) as blood_group,
          coalesce(erased.differs, false) as differed
        from bags
          left join donor_forms as forms on forms.id = bags.donor_form_id and forms.bank_id = bags.bank_id
          left join erased_forms as erased on erased.id = bags.donor_form_id and erased.bank_id = bags.bank_id
        where bags.bank_id = ${bankId} and bags.number = any(${[...numbers]}::text[])
          and coalesce(forms.id, erased.id) is not null
        order by bags.number, coalesce(forms.status, erased.status) = 'rejected' desc`.execute(db)
      return new Map(rows.map(({ number, ...stand }) => [number, stand]))
    },

    /** Free, alive at that instant and with all that is needed, the soonest end first; of each group no more than so many. */
    async shelfFor(
      bankId: string,
      asked: Pick<Bag, 'component' | 'attributes'> & { aliveAt: Date; groups: readonly string[] },
    ) {
      const columns = sql.raw(
        [...bagsBy, 'bags.takenAt', 'bags.takenBy']
          .map((column) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
          .join(', '),
      )
      const { rows } = await sql<Bag & { takenAt: Date; takenBy: string }>`
        select ${columns} from unnest(${[...asked.groups]}::text[]) as wanted (blood_group)
        cross join lateral (
          select * from bags where bank_id = ${bankId} and component = ${asked.component}
            and blood_group = wanted.blood_group and state = 'available' and expires_at > ${asked.aliveAt}
            and attributes @> ${[...asked.attributes]}::text[]
          order by expires_at, id limit ${sql.lit(mostOfGroup)}) as bags`.execute(db)
      return rows
    },

    /** Of that bank, by the numbers of their donations. */
    numbered: (bankId: string, numbers: readonly string[]) =>
      db
        .selectFrom('bags')
        .select(['id', 'number', 'component', 'division'])
        .where('bankId', '=', bankId)
        .where('number', 'in', numbers.length === 0 ? [''] : [...numbers])
        .orderBy('division')
        .execute(),

    /** When it ended, where it has: what was delivered by then, and else what was last said of it. */
    async endedAt({ id, deliveredAt, updatedAt }: Pick<BloodRequest, 'id' | 'deliveredAt' | 'updatedAt'>) {
      if (deliveredAt) return deliveredAt
      const { rows } = await sql<{ at: Date }>`
        select at from events where subject_kind = 'request' and subject_id = ${id} and from_status <> to_status
        order by events.id desc limit 1`.execute(db)
      return rows[0]?.at ?? updatedAt
    },

    async namesOf({ hospitalId, driverEmail }: Pick<BloodRequest, 'hospitalId' | 'driverEmail'>) {
      const [place, driver] = await Promise.all([
        db.selectFrom('organisations').select('name').where('id', '=', hospitalId).executeTakeFirst(),
        db
          .selectFrom('drivers')
          .select('name')
          .where('email', '=', driverEmail ?? '')
          .executeTakeFirst(),
      ])
      return { hospitalName: place?.name ?? hospitalId, driverName: driver?.name ?? null }
    },
  }
}

const noBag = '00000000-0000-0000-0000-000000000000'
const mostOfGroup = 60

type Delivery = BenchOrder['deliveries'][number] & { requestId: string }
type Told = { more: MoreForBank; bombay: Bombay | null; signs: BombaySign[] }

/** The patient's ID as it may stand elsewhere: an ABHA number with or without dashes or blanks (ruling AMB-419). */
const ownIds = sql`(
  select case when digits ~ '^[0-9]{14}$' then array[digits,
      regexp_replace(digits, '^(..)(....)(....)(....)$', '\\1-\\2-\\3-\\4'),
      regexp_replace(digits, '^(..)(....)(....)(....)$', '\\1 \\2 \\3 \\4')]
    else array[lower(btrim(own.patient_id))] end
  from regexp_replace(own.patient_id, '[- ]', '', 'g') as digits)::text[]`

/**
 * Of the patient of `own`, in all orders of its hospital and at every bank: tubes in which Oh was found, and the
 * hospital's word. Both are looked up by the patient's ID among the few of their kind.
 */
const signs = sql`(
  select coalesce(json_agg(sign), '[]')::text from (
    select samples.group_found as "group", samples.received_at as at, samples.label_name as "labelName",
      samples.label_patient_id as "labelPatientId", asked.patient_name as "patientName", asked.patient_id as "patientId"
    from samples join requests as asked on asked.id = samples.request_id
    where samples.group_found in ('Oh+', 'Oh-') and lower(btrim(samples.label_patient_id)) = any(${ownIds})
      and asked.hospital_id = own.hospital_id
    union all
    select said.bombay, said.bombay_at, null, null, null, null
    from more_for_bank as said join requests as asked on asked.id = said.request_id
    where said.bombay_at is not null and lower(btrim(said.bombay_of)) = any(${ownIds})
      and asked.hospital_id = own.hospital_id
  ) as sign)`

const Names = {
  patientName: z.string(),
  patientId: z.string(),
  labelName: z.string(),
  labelPatientId: z.string(),
}
const Sign = z.object({ group: Bombay.nullable(), at: z.coerce.date() })
const TubeSign = Sign.extend(Names)

/** Of another's tube nothing is taken. */
const signsIn = (told: string): BombaySign[] =>
  z
    .array(TubeSign.or(Sign))
    .parse(JSON.parse(told))
    .filter((sign) => !('labelName' in sign) || labelDifferences(sign, sign).length === 0)

/** An order as the rules of the bench ask for it; `then`: with what was known of its patient by that time. */
export async function benchOrderOf(db: Db, request: BloodRequest, then?: Date): Promise<BenchOrder> {
  const store = benchStore(db)
  // one by one: inside a transaction there is one connection
  const deliveries = await store.deliveriesOf([request.id])
  const told = await store.moreOf(request.id)
  const known = told.signs.filter(({ at }) => !then || at <= then)
  return benchOrder(request, { ...told, signs: known }, deliveries)
}

export const benchOrder = <Row extends BloodRequest>(
  request: Row,
  { more, bombay, signs }: Told,
  deliveries: BenchOrder['deliveries'],
) => ({
  ...request,
  bloodGroup: bombay ?? request.bloodGroup,
  everBombay: everBombayOf(signs),
  needs: more.needs,
  deliveries,
})
