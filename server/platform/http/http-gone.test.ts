import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { route } from '#contract/route.ts'
import { answerErrors } from './errors.ts'
import { type Mounting, mount } from './http.ts'

test('T07 a call whose sender has gone is dropped: counted for nobody, done for nobody, and no fault in the log', async () => {
  const lines: string[] = []
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  })
  answerErrors(app)
  app.addHook('onRequest', async (request) => void request.raw.socket.destroy())
  const happened: string[] = []
  const allowsFrom = async (network: string) => happened.push(`counted ${network}`) > 0
  const mounting = { app, limits: { allowsFrom }, sessionToken: () => null } as unknown as Mounting
  const ask = route({
    method: 'GET',
    path: '/api/anything',
    summary: 'Anything',
    who: 'anyone',
    input: z.strictObject({}),
    output: z.object({}),
    limit: { max: 1, seconds: 60 },
  })
  mount(mounting, { ask }, { ask: () => happened.push('done') && {} })
  const answered = new Promise<void>((resolve) => app.addHook('onSend', async () => resolve()))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${address}/api/anything`)).rejects.toThrow()
  await answered
  await app.close()
  expect([happened, lines]).toEqual([[], []])
})
