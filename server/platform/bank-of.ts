import type { Actor } from '#domain/people/actor.ts'
import { forbidden } from './refuse.ts'

/** The contract lets only people of a bank this far. */
export function bankOf(actor: Actor): { bankId: string; email: string } {
  if (actor.kind !== 'member' || actor.product !== 'bloodbank' || actor.organisationId === null)
    throw forbidden()
  return { bankId: actor.organisationId, email: actor.email }
}
