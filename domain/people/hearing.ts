import type { LiveTopic } from '../events/fact.ts'
import type { Actor } from './actor.ts'
import { mayAudit, mayListen } from './actor.ts'

/** Whose a change is. */
export type Ownership = {
  readonly hospitalId: string | null
  readonly bankId: string | null
  readonly driverEmail: string | null
  /**
   * Medical answers of donors, and what was found in their blood, are for their bank alone: not even the provider hears
   * of them. What was sent, and who raises more than a ward does, is for the provider alone, whosever it is.
   */
  readonly topic: LiveTopic
}

/** May this actor hear that something of theirs changed? Asked for every message to every open stream. */
export function mayHear(actor: Actor, change: Ownership): boolean {
  if (!mayListen(actor)) return false
  if (actor.kind === 'member' && actor.product === 'admin') return !ofBanksAlone.includes(change.topic)
  // that there is another: whether it is for them is told when they ask
  if (change.topic === 'notices') return actor.kind === 'member'
  if (change.topic === 'messages') return false
  // who works there, how they sign in and which keys and hooks there are is for those who look after it
  if (ofAdmins.includes(change.topic) && !mayAudit(actor)) return false
  if (actor.kind === 'driver') return change.driverEmail === actor.email
  if (actor.product === 'bloodbank') return isOwn(change.bankId, actor)
  return isOwn(change.hospitalId, actor)
}

const ofAdmins: readonly LiveTopic[] = ['organisations', 'keys', 'hooks']
const ofBanksAlone: readonly LiveTopic[] = ['donor-forms', 'bags']

const isOwn = (owner: string | null, actor: { organisationId: string | null }): boolean =>
  owner !== null && owner === actor.organisationId
