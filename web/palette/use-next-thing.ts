import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { isHospitalAdmin, isProvider, type Member } from '#domain/people/actor.ts'
import { type Due, nextDue, pickupDue } from '#domain/requests/due.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { useLive } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { now } from '../server-clock.ts'

export type NextThing = {
  act: string
  id: string
  patient: string
  blood: string
  due: Due | null
  href: string
}

/** The most pressing thing that waits for this person, as the summaries of Home have it; null if nothing does. */
export function useNextThing(member: Member): NextThing | null {
  const linking = useLive(orders.summary, {}, { enabled: isProvider(member) }).data?.toLink.first[0]
  const deciding = useLive(requests.summary, {}, { enabled: isHospitalAdmin(member) }).data?.pending.first[0]
  if (linking) {
    const href = `${paths.screen('admin', 'linkBloodBank')}?request=${linking.id}`
    return { act: 'Link', ...told(linking), due: nextDue(linking, now()), href }
  }
  if (deciding) {
    const href = `${paths.screen(member.product, 'approval')}?search=${deciding.id}`
    return { act: 'Decide on', ...told(deciding), due: pickupDue(deciding, now()), href }
  }
  return null
}

function told(request: Pick<BloodRequest, 'id' | 'patientName' | 'bloodGroup' | 'component' | 'units'>) {
  const { group, component, units } = bloodInformation(request)
  return { id: request.id, patient: request.patientName, blood: `${group} ${component}, ${units}` }
}
