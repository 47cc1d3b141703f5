import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { closeLater } from '#testing/harness/closing.ts'
import { answerErrors } from './errors.ts'
import { uploadsIn } from './uploads.ts'

type Answered = { status: number; retryAfter: string | undefined; code?: string; text: string }

type Taking = { most?: Parameters<typeof uploadsIn>[1]; work?: (text: string) => Promise<void> }

/** Takes uploads of ten bytes at most; the account stands in the path. That of a driver sends from a phone. */
async function aTaker({ most = {}, work = async () => undefined }: Taking = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-uploads-'))
  const uploads = await uploadsIn(folder, most)
  const app = Fastify()
  answerErrors(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.put<{ Params: { by: string } }>('/:by', ({ raw, params: { by } }) =>
    uploads({ body: raw, by, isPatient: by.startsWith('driver'), maxBytes: 10 }, async (file) => {
      await work(String(file))
      return { text: String(file) }
    }),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  closeLater(async () => {
    app.server.closeAllConnections()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What is less than its length is held there, until the line is cut. A length of null is not told. */
  function send(by: string, text = 'ten bytes!', length: number | null = 10) {
    const headers = length === null ? {} : { 'content-length': length }
    const line = request(`${url}/${by}`, { method: 'PUT', headers, agent: false })
    const answer = new Promise<Answered | 'cut'>((resolve) => {
      line.on('error', () => resolve('cut'))
      line.on('response', async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        const { statusCode: status = 0, headers } = response
        resolve({ status, retryAfter: headers['retry-after'], text, ...(JSON.parse(text) as object) })
      })
    })
    line.flushHeaders()
    if (text !== '') line.write(text)
    if (length === null) line.end()
    return { line, answer }
  }

  return { folder, send }
}

/** Those that are open though they have no name; elsewhere than on Linux nobody tells. */
async function openDrafts(folder: string): Promise<string[]> {
  const open = await readdir('/proc/self/fd').catch(() => [])
  const paths = await Promise.all(open.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')))
  return paths.filter((path) => path.startsWith(folder))
}

const soon = { timeout: 5_000 }

test('X24 of one account’s uploads the fifth is told to come back before anything of it is read; another’s goes on', async () => {
  const { send } = await aTaker()
  const five = Array.from({ length: 5 }, () => send('arun', ''))
  const refused = await Promise.race(five.map(({ answer }) => answer))
  expect(refused).toMatchObject({ status: 429, retryAfter: '5', code: 'own-uploads-full' })
  expect(await send('meena').answer).toMatchObject({ status: 200 })
  for (const { line } of five) line.destroy()
  await vi.waitFor(async () => expect(await send('arun').answer).toMatchObject({ status: 200 }), soon)
})

test('X24 beyond so many in all the next is told to come back, whosever it is', async () => {
  const { send } = await aTaker({ most: { others: 2 } })
  const three = ['arun', 'meena', 'john'].map((by) => send(by, 'ten'))
  const refused = await Promise.race(three.map(({ answer }) => answer))
  expect(refused).toMatchObject({ status: 503, retryAfter: '10', code: 'uploads-full' })
})

test('X24 thirty-five slow phones keep nobody out; when all their places are taken, the banks’ are not', async () => {
  const { send } = await aTaker({ most: { patient: 36 } })
  const slow = Array.from({ length: 35 }, (_, at) => send(`driver-${at}`, 'ten'))
  expect(await send('driver-new').answer).toMatchObject({ status: 200 })
  const more = ['driver-x', 'driver-y'].map((by) => send(by, 'ten'))
  expect(await Promise.race([...slow, ...more].map(({ answer }) => answer))).toMatchObject({ status: 503 })
  expect(await send('bank').answer).toMatchObject({ status: 200 })
})

test('X24 few are in memory at once, the others wait on the disk for their turn', async () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((end) => ends.push(end))
  const { send } = await aTaker({ most: { atWork: 2 }, work })
  const three = ['one', 'two', 'six'].map((text) => send('arun', text, 3).answer)
  await vi.waitFor(() => expect(ends).toHaveLength(2), soon)
  ends[0]?.()
  await vi.waitFor(() => expect(ends).toHaveLength(3), soon)
  for (const end of ends) end()
  expect(await Promise.all(three)).toMatchObject([{ text: 'one' }, { text: 'two' }, { text: 'six' }])
})

test.each([
  ['with its length', 11],
  ['that does not tell its length', null],
])('X24 a file %s that is one byte too long is not taken, and its sender hears so', async (_, length) => {
  const work = vi.fn()
  const { send } = await aTaker({ work })
  expect(await send('arun', 'eleven byte', length).answer).toMatchObject({ status: 413, code: 'too-large' })
  expect(work).not.toHaveBeenCalled()
})

test('X24 a file that comes in parts is whole', async () => {
  const { send } = await aTaker()
  const { line, answer } = send('arun', 'ten ')
  await new Promise((resolve) => line.write('byt', resolve))
  line.end('es!')
  expect(await answer).toMatchObject({ status: 200, text: 'ten bytes!' })
})

test('X24 nothing of an upload stays, whether it was taken, refused, went wrong or was cut off', async () => {
  const work = async (text: string) => {
    if (text === 'wrong') throw new Error('it went wrong')
  }
  const { folder, send } = await aTaker({ most: { ofOneAccount: 1 }, work })
  expect(await send('arun').answer).toMatchObject({ status: 200 })
  expect(await send('arun', 'eleven byte', null).answer).toMatchObject({ status: 413 })
  expect(await send('arun', 'wrong', 5).answer).toMatchObject({ status: 500 })
  const two = [send('arun', 'ten'), send('arun', 'ten')]
  // one has come as far as the draft, then
  expect(await Promise.race(two.map(({ answer }) => answer))).toMatchObject({ status: 429 })
  await expect.poll(() => readdir(folder), soon).toEqual([])
  for (const { line } of two) line.destroy()
  await vi.waitFor(async () => expect(await send('arun').answer).toMatchObject({ status: 200 }), soon)
  expect(await openDrafts(folder)).toEqual([])
})

test('X24 a start removes drafts that were left, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-uploads-'))
  closeLater(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'other'))
  for (const name of ['draft-one', 'draft-two', 'mine.txt']) await writeFile(join(folder, name), 'x')
  await uploadsIn(folder)
  expect((await readdir(folder)).sort()).toEqual(['mine.txt', 'other'])
})
