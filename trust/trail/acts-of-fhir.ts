import { fhir } from '#contract/fhir.ts'
import { aServiceRequest, revoked } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'
import type { Act } from './acting-house.ts'

export const actsOfFhir: Record<string, Act> = {
  'fhir.raise': async ({ staff, service }) => {
    const sent = aServiceRequest(aDraft(service.clock.now()))
    return async () => {
      const { status, text } = await staff.raw('POST', fhir.raise.path, { body: sent })
      if (status !== 201) throw new Error(text)
    }
  },
  'fhir.change': async ({ admin, order }) => {
    const { id, version } = await order('pending')
    const resource = await admin.done(fhir.show, { id })
    return async () => {
      const { status, text } = await admin.raw('PUT', `/fhir/ServiceRequest/${id}`, {
        body: revoked(resource, 'Not needed'),
        headers: { 'if-match': `W/"${version}"` },
      })
      if (status !== 200) throw new Error(text)
    }
  },
}
