import type { BenchOrder } from '#domain/matching/bench-order.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { lockRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { notFound } from '../platform/http/refuse.ts'
import { benchOrderOf, benchStore } from './store.ts'

/**
 * Holds an order of this bank; of one that is another's nothing is said. The order is held before its bags, always: so
 * nobody waits for two who wait for each other.
 */
export async function lockAtBench(
  work: Work,
  id: string,
  bankId: string,
): Promise<{ request: BloodRequest; order: BenchOrder }> {
  const request = await lockRequest(work, id)
  if (request?.bankId !== bankId) throw notFound()
  return { request, order: await benchOrderOf(work.db, request) }
}

/** The same, and an order of whomever for which this bank owes the result of an emergency. */
export async function lockOwing(
  work: Work,
  id: string,
  bankId: string,
): Promise<{ request: BloodRequest; order: BenchOrder; isOwing: boolean }> {
  const request = await lockRequest(work, id)
  const owed = request ? await benchStore(work.db).owedOf([id], bankId) : []
  if (!request || (request.bankId !== bankId && owed.length === 0)) throw notFound()
  return { request, order: await benchOrderOf(work.db, request), isOwing: owed.length > 0 }
}
