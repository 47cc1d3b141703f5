import type { audit } from '#contract/audit.ts'
import type { InputOf } from '#contract/route.ts'
import { Day } from '#domain/basics/day.ts'
import type { AuditGroup, AuditReader } from '#domain/events/audit.ts'
import type { Member } from '#domain/people/actor.ts'
import { RequestId } from '#domain/requests/request.ts'
import { readSearch } from '#domain/requests/searching.ts'

export const readerOf = ({ product }: Pick<Member, 'product'>): AuditReader =>
  product === 'admin' ? 'provider' : product === 'bloodbank' ? 'bank' : 'hospital'

type Chosen = { groups: readonly AuditGroup[]; person: string; from: string; to: string; search: string }

/** As the server is asked. An address can say anything: what is no day and no request is not asked for. */
export function auditInput({ groups, person, from, to, search }: Chosen): InputOf<typeof audit.list> {
  const read = readSearch(search)
  const request = read.kind === 'exact' ? RequestId.safeParse(read.id) : null
  return {
    ...(groups.length > 0 && { group: [...groups] }),
    ...(person && { person: person.slice(0, 100) }),
    ...(request?.success && { request: request.data }),
    ...(Day.safeParse(from).success && { from }),
    ...(Day.safeParse(to).success && { to }),
  }
}
