import type { Actor, Member } from '#domain/people/actor.ts'
import { localPart } from '#domain/people/roles.ts'
import { forbidden } from '../platform/http/refuse.ts'

/** The contract lets only people of a bank this far. */
export function bankOf(actor: Actor): { bankId: string; person: string; isKey: boolean } {
  if (actor.kind !== 'member' || actor.product !== 'bloodbank' || actor.organisationId === null)
    throw forbidden()
  const { organisationId: bankId, email, key } = actor
  return { bankId, person: actor.person || localPart(email), isKey: key !== undefined }
}

/** The contract lets only people of a hospital this far. */
export function hospitalOf(
  actor: Actor,
): Pick<Member, 'isApprovingBlocked'> & { hospitalId: string; person: string } {
  if (actor.kind !== 'member' || actor.organisationId === null) throw forbidden()
  const { organisationId: hospitalId, isApprovingBlocked } = actor
  return { hospitalId, isApprovingBlocked, person: actor.person || localPart(actor.email) }
}
