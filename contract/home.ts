import { z } from 'zod'
import { isHospital } from '#domain/people/actor.ts'
import { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

const Some = z.object({ count: z.number().int(), first: z.array(BloodRequest) })

/** What waits on each screen, for the cards and the menu of the home view. */
export const home = {
  hospital: route({
    method: 'GET',
    path: '/api/requests/summary',
    summary: 'What waits at the own hospital: counts and the first few of each',
    who: isHospital,
    input: nothing,
    output: z.object({
      pending: Some,
      onTheRoad: Some,
      live: Some,
      week: z.array(z.object({ status: RequestStatus, count: z.number().int() })),
    }),
  }),
}
