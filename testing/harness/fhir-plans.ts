import type { Kysely } from 'kysely'
import { days, earlier } from '#domain/basics/time.ts'
import { statusesIn } from '#domain/fhir/searching.ts'
import type { Tables } from '#server/db/tables.ts'
import { fhirStore, type Whose } from '#server/fhir/store.ts'
import { banks } from '../makers/million.ts'
import type { Question } from './plans.ts'

const limit = 20
/** Of the busy one, as they are counted there. */
const some = Array.from({ length: limit }, (_, n) => ({
  id: ((5 * (2_000 + n) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0'),
  status: 'cancelled' as const,
  refusedBy: [],
}))

/** What systems ask every minute: what changed, whatever it is by now. */
export function fhirQuestionsOf(db: Kysely<Tables>, now: Date): Question[] {
  const ago = (count: number) => earlier(now, days(count))
  const list = (
    name: string,
    whose: Whose,
    { status, from = null, deep = false }: { status?: string; from?: Date | null; deep?: boolean } = {},
  ): Question => {
    const asked = statusesIn(status)
    const statuses = 'code' in asked ? [] : asked
    const after = deep ? { at: ago(200), id: '80000000' } : null
    return {
      name: `FHIR, ${name}`,
      ask: () => fhirStore(db).changed(whose, { statuses, changed: { from, to: null }, after, limit }),
      // each status is walked as far as a page, and once more to be put in order
      most: () => 2 * limit * (statuses.length + 1),
    }
  }
  const busy = { hospitalId: 'busy' }
  return [
    list('first page of the busy one', busy),
    list('deep page of the busy one', busy, { deep: true }),
    list('drafts of the busy one', busy, { status: 'draft' }),
    list('what changed in a day at the busy one', busy, { from: ago(1) }),
    list('deep page of the quiet one', { hospitalId: 'quiet' }, { deep: true }),
    list('first page of a bank', { bankId: banks.big }),
    list('what is active at a bank, deep', { bankId: banks.big }, { status: 'active', deep: true }),
    {
      name: 'FHIR, what else is told of a page',
      ask: () => fhirStore(db).besidesOf(some),
      // the first event of each, and of a cancelled one the last ones
      most: () => 4 * limit,
    },
  ]
}
