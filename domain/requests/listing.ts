import type { Member } from '../people/actor.ts'
import { isOwnHospital } from '../people/roles.ts'
import type { RequestStatus } from './request.ts'

/** §2.2: what Live Status shows. */
export const liveStatuses = [
  'bloodbank-approved',
  'hospital-admin-approved',
  'partially-completed',
] as const satisfies RequestStatus[]

/** Issued, and not all of it has arrived. */
export const onTheRoad = ['issued', 'partially-completed'] as const satisfies RequestStatus[]

/** Ruling AMB-67: a request in one of these has no delivery to follow; in every other it has. */
export const withoutDelivery = ['pending', 'hospital-admin-rejected'] as const satisfies RequestStatus[]

/** It came to nothing: of these nothing was or will be delivered. */
export const cameToNothing = [
  'hospital-admin-rejected',
  'bloodbank-rejected',
  'cancelled',
] as const satisfies RequestStatus[]

/** Nothing is due any more; every other status has a deadline to keep. */
export const notDue = [...cameToNothing, 'delivery-completed', 'completed'] as const satisfies RequestStatus[]

/** The sample has not been taken yet: its pickup is what is due. */
export const beforeSample = [
  'pending',
  'hospital-admin-approved',
  'bloodbank-approved',
  'reservation-approved',
] as const satisfies RequestStatus[]

/** How the provider's list is sorted: as raised, or by what is due, the soonest first. */
export const orderSorts = ['newest', 'deadline', 'pickup'] as const
export type OrderSort = (typeof orderSorts)[number]

/** How the approval list is sorted. */
export const pendingSorts = ['newest', 'pickup'] as const
export type PendingSort = (typeof pendingSorts)[number]

/** §9: the approval list shows at most this many. */
export const mostPending = 20

/** §9: ten rows, or twenty where a filter was saved (ruling AMB-74). */
export const pageSize = ({ isFiltered }: { isFiltered: boolean }): number => (isFiltered ? 20 : 10)

/** Ruling AMB-73: a hospital's own filter offers itself alone; §3.2 leaves dev and test out of such lists. */
export const hospitalChoices = ({
  organisationId,
  displayName,
}: Pick<Member, 'organisationId' | 'displayName'>): { value: string; label: string }[] =>
  organisationId === null || isOwnHospital(organisationId)
    ? []
    : [{ value: organisationId, label: displayName }]

/** §4.2: a driver's order in any other status is ongoing. */
export const notOngoing = ['pending', ...cameToNothing, 'completed'] as const satisfies RequestStatus[]
