import { sql } from 'kysely'
import { days, earlier } from '#domain/basics/time.ts'
import type { RegisterEntries, RegisterKind } from '#domain/registers/register.ts'
import type { Db } from '../db/database.ts'

export type Span = { since: Date; until: Date }
/** Where the last part ended: the instant, and what names the row among those of that instant. */
type End = { at: Date; id: string }
type Found<Entry> = (Entry & { id: string })[]
type Part<Entry> = (after: End | null, limit: number) => Promise<Found<Entry>>

/** So many at a time are in memory. */
const batch = 1_000

/** A sample of a week may be matched to its last hour, and what an emergency owes comes a day later. */
const longestSample = days(30)

/** The lines of a bank's registers, oldest first. */
export const registerStore = (db: Db, bankId: string, { since, until }: Span) => {
  const parts: { [Kind in RegisterKind]: Part<RegisterEntries[Kind]> } = {
    issues: (after, limit) =>
      db
        .selectFrom('issues')
        .innerJoin('issueBags', 'issueBags.slip', 'issues.slip')
        .innerJoin('bags', 'bags.id', 'issueBags.bagId')
        .innerJoin('requests', 'requests.id', 'issues.requestId')
        .innerJoin('organisations as hospital', 'hospital.id', 'requests.hospitalId')
        .leftJoin('crossmatches', 'crossmatches.id', 'issueBags.crossmatchId')
        .select([
          'issues.issuedAt as at',
          'issues.slip',
          'issues.seq',
          'issues.requestId',
          'hospital.name as hospital',
          'requests.patientName',
          'requests.patientId',
          'issues.askedGroup as asked',
          'issues.foundGroup as found',
          'issues.knownGroup as known',
          'issueBags.setAsideWhy as setAside',
          'bags.number',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.expiresAt',
          'bags.segment',
          'bags.volumeMl',
          'crossmatches.method',
          'crossmatches.result',
          'crossmatches.doneAt as matchedAt',
          'crossmatches.doneBy as matchedBy',
          'issues.issuedBy',
          'issues.checkedBy',
          'issues.isEmergency',
          'issues.doctor',
          'issues.reason',
          sql<string>`issues.slip || lpad(issue_bags.position::text, 4, '0')`.as('id'),
        ])
        .where('issues.bankId', '=', bankId)
        .where('issues.issuedAt', '>=', after?.at ?? since)
        .where('issues.issuedAt', '<', until)
        .$if(after !== null, (rows) =>
          rows.where(
            sql<boolean>`(issues.issued_at, issues.slip || lpad(issue_bags.position::text, 4, '0')) > (${after?.at}, ${after?.id})`,
          ),
        )
        .orderBy('issues.issuedAt')
        .orderBy('id')
        .limit(limit)
        .execute(),
    crossmatches: (after, limit) =>
      db
        .selectFrom('samples')
        .innerJoin('crossmatches', 'crossmatches.sampleId', 'samples.id')
        .innerJoin('bags', 'bags.id', 'crossmatches.bagId')
        .innerJoin('requests', 'requests.id', 'crossmatches.requestId')
        .innerJoin('organisations as hospital', 'hospital.id', 'requests.hospitalId')
        .select([
          'crossmatches.doneAt as at',
          'crossmatches.doneBy as by',
          'crossmatches.requestId',
          'hospital.name as hospital',
          'requests.patientName',
          'requests.patientId',
          'samples.takenAt',
          'samples.receivedAt',
          'samples.groupFound as found',
          'bags.number',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.expiresAt',
          'bags.segment',
          'crossmatches.method',
          'crossmatches.result',
          'crossmatches.note',
          'crossmatches.id',
        ])
        .where('samples.bankId', '=', bankId)
        .where('samples.receivedAt', '>=', earlier(since, longestSample))
        .where('samples.receivedAt', '<', until)
        .where('crossmatches.doneAt', '>=', after?.at ?? since)
        .where('crossmatches.doneAt', '<', until)
        .$if(after !== null, (rows) =>
          rows.where(
            sql<boolean>`(crossmatches.done_at, crossmatches.id) > (${after?.at}, ${after?.id}::uuid)`,
          ),
        )
        .orderBy('crossmatches.doneAt')
        .orderBy('crossmatches.id')
        .limit(limit)
        .execute(),
    // as the trail has it: who threw a bag away, and why, stands nowhere else
    discards: (after, limit) =>
      db
        .selectFrom('events')
        .innerJoin('bags', (join) => join.on(sql<boolean>`bags.id::text = events.subject_id`))
        .select([
          'events.at',
          sql<string>`coalesce(events.person, events.actor_name)`.as('by'),
          'bags.number',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.expiresAt',
          sql<string>`case events.kind when 'bag-expired' then 'expired' else coalesce(events.detail ->> 'reason', '') end`.as(
            'reason',
          ),
          sql<string>`coalesce(events.detail ->> 'note', '')`.as('note'),
          sql<string>`events.id::text`.as('id'),
        ])
        .where('events.bankId', '=', bankId)
        .where('events.subjectKind', '=', 'bag')
        .where('events.kind', 'in', ['bag-discarded', 'bag-expired'])
        // one that had left on paper before that was entered since (rulings AMB-374, AMB-378)
        .where(
          sql<boolean>`not exists (select from events as later where later.subject_kind = 'bag'
            and later.subject_id = events.subject_id and later.kind = 'bag-issued' and later.id > events.id)`,
        )
        .where('events.at', '>=', after?.at ?? since)
        .where('events.at', '<', until)
        .$if(after !== null, (rows) =>
          rows.where(sql<boolean>`(events.at, events.id) > (${after?.at}, ${after?.id}::bigint)`),
        )
        .orderBy('events.at')
        .orderBy('events.id')
        .limit(limit)
        .execute(),
    stock: (after, limit) =>
      db
        .selectFrom('bags')
        .leftJoin('organisations as giver', 'giver.id', 'bags.fromBankId')
        .select((from) => [
          'bags.takenAt as at',
          'bags.takenBy as by',
          'bags.number',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.expiresAt',
          'bags.segment',
          'bags.volumeMl',
          'bags.anticoagulant',
          'bags.collectedOn',
          'giver.name as from',
          'bags.donorFormId',
          'bags.state',
          'bags.id',
          from
            .selectFrom('donationTests')
            .select(
              sql<string>`coalesce(string_agg(test || ' ' || result, ', ' order by id), '')`.as('tests'),
            )
            .whereRef('donationTests.bankId', '=', 'bags.bankId')
            .whereRef('donationTests.number', '=', 'bags.number')
            .$asScalar()
            .as('tests'),
        ])
        .where('bags.bankId', '=', bankId)
        .where('bags.takenAt', '>=', after?.at ?? since)
        .where('bags.takenAt', '<', until)
        .$if(after !== null, (rows) =>
          rows.where(sql<boolean>`(bags.taken_at, bags.id) > (${after?.at}, ${after?.id}::uuid)`),
        )
        .orderBy('bags.takenAt')
        .orderBy('bags.id')
        .limit(limit)
        .$castTo<RegisterEntries['stock'] & { id: string }>()
        .execute(),
  }
  return {
    first: <Kind extends RegisterKind>(kind: Kind, limit: number) => parts[kind](null, limit),
    async *all<Kind extends RegisterKind>(kind: Kind): AsyncGenerator<Found<RegisterEntries[Kind]>> {
      let after: End | null = null
      do {
        const part: Found<RegisterEntries[Kind]> = await parts[kind](after, batch)
        yield part
        const last = part.at(-1)
        after = part.length === batch && last ? { at: last.at, id: last.id } : null
      } while (after)
    },
  }
}
