/** What a search asks for, as its address says it. */
import { no, type Refusal } from '../basics/refusal.ts'
import type { RequestStatus } from '../requests/request.ts'
import { requestStatuses } from '../requests/request.ts'
import type { Placer } from './reading.ts'
import { serviceRequestStatuses } from './shapes.ts'
import { type ServiceRequestStatus, statusesCalled } from './statuses.ts'

export const mostInBundle = 100
export const usualInBundle = 20

/** Several are divided by commas, as R4 has it; one within a value has a backslash before it. */
export const identifiersIn = (token: string): AskedIdentifier[] =>
  token.split(/(?<!\\),/).map((one) => identifierIn(one.replaceAll('\\,', ',')))

/** `system|value`; a value alone is of any system. */
function identifierIn(token: string): { system: string | null; value: string } {
  const cut = token.indexOf('|')
  return cut < 0
    ? { system: null, value: token }
    : { system: token.slice(0, cut), value: token.slice(cut + 1) }
}

export type AskedIdentifier = ReturnType<typeof identifierIn> | Placer

const areStatuses = (tokens: readonly string[]): tokens is ServiceRequestStatus[] =>
  tokens.every((one) => (serviceRequestStatuses as readonly string[]).includes(one))

/** `draft,active`; what is no status of R4 is refused: a filter that finds nothing would read as no order. */
export function statusesIn(tokens: string | undefined): RequestStatus[] | Refusal<'unknown-status'> {
  if (tokens === undefined) return [...requestStatuses]
  const called = tokens.split(',')
  return areStatuses(called) ? statusesCalled(called) : no('unknown-status', 'status')
}

/** From when on, and until when: both included, to the millisecond. */
export type Changed = { readonly from: Date | null; readonly to: Date | null }

const asked = /^(eq|ge|gt|le|lt)?(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))$/

/** `ge2026-11-16T10:00:00+05:30`, one or several; null where one says no instant. */
export function changedIn(tokens: readonly string[]): Changed | Refusal<'not-an-instant'> {
  let [from, to]: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const token of tokens) {
    const [, prefix = 'eq', text = ''] = asked.exec(token) ?? []
    const at = Date.parse(text)
    if (Number.isNaN(at)) return no('not-an-instant', '_lastUpdated')
    if (prefix === 'ge' || prefix === 'eq') from = Math.max(from, at)
    if (prefix === 'gt') from = Math.max(from, at + 1)
    if (prefix === 'le' || prefix === 'eq') to = Math.min(to, at)
    if (prefix === 'lt') to = Math.min(to, at - 1)
  }
  return { from: finite(from), to: finite(to) }
}

const finite = (at: number): Date | null => (Number.isFinite(at) ? new Date(at) : null)
