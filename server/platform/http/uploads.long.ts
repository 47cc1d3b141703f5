import { request } from 'node:http'
import { expect, test } from 'vitest'
import { pictures } from '#contract/pictures.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aJpeg, send } from '#testing/makers/pictures.ts'

const size = 9 * 1024 * 1024
const count = 150

test('150 uploads of 9 MB that one driver holds take no memory to speak of, and hold up nobody', {
  timeout: 120_000,
}, async () => {
  const server = await startServerProcess({ settings: { ROLE: 'web' } })
  closeLater(server.close)
  const megabytes = async () => {
    const { text } = await server.anonymous.raw('GET', '/metrics')
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6
  }
  const driverEmail = emailOf('arun.driver')
  const { id } = await aRequest(server.db, { status: 'bloodbank-approved', driverEmail })
  const path = `/api/requests/${id}/deliveries/1/pictures/InTransit/Bag?fileName=bag.jpg`
  const headers = {
    cookie: await server.as('arun.driver').cookies(),
    origin: server.url,
    'content-length': size,
    // as browsers do: who asks for the end of the line may miss the answer for it
    connection: 'keep-alive',
  }
  const provider = server.as('bloodsupport')
  const bag = { id, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' } as const
  // the first picture loads what decodes them
  expect((await send(provider, pictures.upload, bag, await aJpeg())).status).toBe(200)
  const before = await megabytes()
  const answers: unknown[] = []
  const bytes = Buffer.alloc(size - 1)
  const open = () => {
    const line = request(`${server.url}${path}`, { method: 'PUT', headers, agent: false })
    line.once('error', (error: NodeJS.ErrnoException) => answers.push(error.code))
    line.on('response', ({ statusCode }) => {
      answers.push(statusCode)
      line.destroy()
    })
    line.write(bytes)
    return line
  }
  const lines: ReturnType<typeof open>[] = []
  closeLater(async () => lines.forEach((line) => void line.destroy()))
  // beyond a hundred connections of one address those that have not asked yet are ended
  for (const some of [count / 2, count]) {
    while (lines.length < some) lines.push(open())
    await expect.poll(() => answers.length, soon).toBe(some - 4)
  }
  // the four that have a place: all that was written of them has left this process
  const held = lines.filter(({ destroyed }) => !destroyed)
  await expect.poll(() => held.map(({ writableLength }) => writableLength), soon).toEqual([0, 0, 0, 0])
  expect(new Set(answers)).toEqual(new Set([429]))
  expect((await megabytes()) - before).toBeLessThan(200)
  expect((await send(provider, pictures.upload, bag, await aJpeg())).status).toBe(200)
})

const soon = { timeout: 50_000 }
