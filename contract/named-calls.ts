import { z } from 'zod'
import { nothing } from './answers.ts'
import { route } from './route.ts'

/** The calls of §7.1 with their literal paths. */
export const namedCalls = {
  buildId: route({
    method: 'GET',
    path: '/api/buildId',
    summary: 'The id of the build that is served; a page reloads when it changes',
    who: 'anyone',
    input: nothing,
    output: z.object({ buildID: z.string() }),
  }),
}
