import { z } from 'zod'
import { isProvider } from '#domain/people/actor.ts'
import { DriverDraft } from '#domain/people/registering.ts'
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
  createUser: route({
    method: 'POST',
    path: '/api/createUser',
    summary: 'Register a driver: an account to sign in with, and a line in the list of drivers',
    who: isProvider,
    input: DriverDraft,
    output: z.object({ message: z.string() }),
  }),
}
