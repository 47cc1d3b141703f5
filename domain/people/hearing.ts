import type { Actor } from './actor.ts'
import { mayListen } from './actor.ts'

/** Whose a change is. */
export type Ownership = {
  readonly hospitalId: string | null
  readonly bankId: string | null
  readonly driverEmail: string | null
  /**
   * Medical answers of donors are for their bank alone: not even the provider hears of them. What was sent, and who
   * raises more than a ward does, is for the provider alone, whosever it is.
   */
  readonly topic: string
}

/**
 * What people do all day: told on Accounts when it is looked at, and never as it happens. Each would have every open
 * list of organisations asked for anew. The same words stand in an index (0022).
 */
export const comingsAndGoings: readonly string[] = [
  'signed-in',
  'signed-out',
  'sign-in-limited',
  'backup-code-used',
  'documents-exported',
]

/** May this actor hear that something of theirs changed? Asked for every message to every open stream. */
export function mayHear(actor: Actor, change: Ownership): boolean {
  if (!mayListen(actor)) return false
  if (actor.kind === 'member' && actor.product === 'admin') return change.topic !== 'donor-forms'
  if (change.topic === 'messages') return false
  if (actor.kind === 'driver') return change.driverEmail === actor.email
  if (actor.product === 'bloodbank') return isOwn(change.bankId, actor)
  return isOwn(change.hospitalId, actor)
}

const isOwn = (owner: string | null, actor: { organisationId: string | null }): boolean =>
  owner !== null && owner === actor.organisationId
