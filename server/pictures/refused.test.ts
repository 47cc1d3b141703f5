import { readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pictures } from '#contract/pictures.ts'
import { largestFile } from '#domain/basics/uploading.ts'
import type { Files } from '#server/basics/files.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aBomb, aJpeg, aPdf, aPng, send } from '#testing/makers/pictures.ts'

let service: TestService
let provider: Client
let id: string
beforeAll(async () => {
  service = await aService()
  provider = service.as('bloodsupport')
})
beforeEach(async () => {
  id = (await aRequest(service.db)).id
})
const sample = (change: object = {}) =>
  ({ id, state: 'SampleAcquired', name: 'Sample', fileName: 'sample.png', ...change }) as const

/** Neither a row nor a file of that order, nor half of one anywhere. */
async function nothingIsKept(of: TestService = service): Promise<void> {
  expect(await of.db.selectFrom('pictures').select('path').where('requestId', '=', id).execute()).toEqual([])
  const events = await of.db
    .selectFrom('events')
    .select('id')
    .where('subjectKind', '=', 'picture')
    .where('subjectId', '=', id)
  expect(await events.execute()).toEqual([])
  const named = of.db.selectFrom('storedFiles').select('path').where('path', 'like', `images/${id}/%`)
  expect(await named.execute()).toEqual([])
  // a draft has a name for a moment, while it is being made
  for (const drafts of ['files/.drafts', 'uploads'])
    await expect.poll(() => readdir(join(of.settings.DATA_DIR, drafts)).catch(() => [])).toEqual([])
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03', 'latin1'), Buffer.alloc(500)])

describe('what is no picture', () => {
  test.each([
    ['a text', 'notes.txt', Buffer.from('words'), 'wrong-ending'],
    ['a text named .jpg', 'notes.jpg', Buffer.from('words'), 'wrong-content'],
    ['an SVG', 'drawing.svg', svg, 'wrong-ending'],
    ['an SVG named .png', 'drawing.png', svg, 'wrong-content'],
    ['a program named .png', 'setup.png', exe, 'wrong-content'],
    ['HTML named .jpg', 'page.jpg', html, 'wrong-content'],
    ['a PDF', 'bill.pdf', aPdf(), 'wrong-ending'],
    ['a PDF named .jpeg', 'bill.jpeg', aPdf(), 'wrong-content'],
    ['nothing', 'sample.png', Buffer.alloc(0), 'wrong-content'],
  ])('IMAGES-08 T50 %s is refused', async (_, fileName, bytes, code) => {
    const answer = await send(provider, pictures.upload, sample({ fileName }), bytes)
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { code, title: 'Upload Error', field: 'file' },
    ])
    await nothingIsKept()
  })

  test('IMAGES-08 a picture under the name of a text is refused too', async () => {
    const answer = await send(provider, pictures.upload, sample({ fileName: 'sample.txt' }), await aPng())
    expect([answer.status, answer.json()]).toMatchObject([422, { code: 'wrong-ending' }])
    await nothingIsKept()
  })

  test('IMAGES-08 what the sender calls its type does not matter', async () => {
    const path = `/api/requests/${id}/pictures/SampleAcquired/Sample?fileName=a.jpg`
    for (const type of [
      'image/jpeg',
      'image/svg+xml',
      'text/html',
      'application/json',
      'multipart/form-data; boundary=x',
    ]) {
      const lie = await provider.raw('PUT', path, { body: html, headers: { 'content-type': type } })
      expect([lie.status, lie.json()], type).toMatchObject([422, { code: 'wrong-content' }])
    }
    await nothingIsKept()
    const answer = await provider.raw('PUT', path, {
      body: await aJpeg(),
      headers: { 'content-type': 'text/html' },
    })
    expect(answer.status).toBe(200)
  })

  test('T51 X25 a bomb of 100 megapixels is refused and the others do not notice', async () => {
    const bomb = aBomb(100)
    const before = process.memoryUsage().rss
    const refused = send(provider, pictures.upload, sample(), bomb)
    const other = await provider.raw('GET', '/api/picture-types')
    expect(other.status).toBe(200)
    expect([(await refused).status, (await refused).json()]).toMatchObject([422, { code: 'wrong-content' }])
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
    await nothingIsKept()
  })
})

describe('what is too much', () => {
  test('X24 AMB-104 11 MB are refused', async () => {
    const answer = await send(provider, pictures.upload, sample(), Buffer.alloc(11 * 1024 * 1024))
    expect([answer.status, answer.json()]).toMatchObject([413, { code: 'too-large' }])
    await nothingIsKept()
  })

  test('X24 a byte over the limit is too much, the limit itself is not', async () => {
    const picture = await aPng()
    const upTo = (length: number) => Buffer.concat([picture, Buffer.alloc(length - picture.length)])
    const over = await send(provider, pictures.upload, sample(), upTo(largestFile + 1))
    expect(over.status).toBe(413)
    await nothingIsKept()
    const exact = await send(provider, pictures.upload, sample(), upTo(largestFile))
    expect(exact.status).toBe(200)
  })

  test('X24 two gigabytes are refused by what they announce, without being read', async () => {
    const answer = await plainly('content-length: 2000000000', Buffer.alloc(1000))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await nothingIsKept()
  })

  test('X24 a stream that does not say how long it is ends at the limit', async () => {
    // and never says that it is over: who reads on waits for ever
    const over = largestFile + 1
    const answer = await plainly(
      'transfer-encoding: chunked',
      Buffer.from(`${over.toString(16)}\r\n`),
      Buffer.alloc(over),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    await nothingIsKept()
  })
})

describe('an upload that was cut', () => {
  test.each([0, 0.1, 0.5, 0.9, 0.99])('X24 after %d of its length leaves nothing', async (share) => {
    const bytes = await aPng({ width: 300, height: 300 })
    const part = bytes.subarray(0, Math.floor(bytes.length * share))
    const answer = await plainly(`content-length: ${bytes.length}`, part, 'cut')
    expect(answer).toBe('')
    // whatever was going on in the server is over when it answers the next call
    expect((await provider.raw('GET', '/api/picture-types')).status).toBe(200)
    await nothingIsKept()
  })
})

describe('a way out of the folder', () => {
  const slashes = ['/', '\\', '%2f', '%5c', '%252f', '\u2215', '\u2044', '\uff0f', '%c0%af', '%e0%80%af']
  const dots = ['..', '.', '%2e%2e', '\uff0e\uff0e', '....']
  const ends = ['', 'etc/passwd', '\u0000', 'Sample%00']
  const hostile = [
    ...slashes.flatMap((slash) => dots.flatMap((dot) => ends.map((end) => `${dot}${slash}${end}`))),
    ...[
      '',
      ' ',
      '.',
      '..',
      'Sample\u0000',
      'Sample%00',
      'Sample\n',
      'a b',
      'Bag',
      'sample',
      'SAMPLE',
      'x'.repeat(50),
    ],
    ...[
      'con',
      'nul.jpeg',
      'C:',
      '~',
      '$HOME',
      '`id`',
      "';drop table pictures;--",
      '__proto__',
      'constructor',
    ],
  ]

  test('STORAGE-03 T49 T50 is refused in the type, the state and the id, whichever way it is written', async () => {
    expect(hostile.length).toBeGreaterThan(200)
    const bytes = await aJpeg()
    const statuses = new Map<number, number>()
    const places = [
      (part: string) => `/api/requests/${id}/pictures/SampleAcquired/${part}`,
      (part: string) => `/api/requests/${id}/pictures/${part}/Sample`,
      (part: string) => `/api/requests/${part}/pictures/SampleAcquired/Sample`,
    ]
    for (const [at, text] of hostile.entries()) {
      for (const [more, part] of [encodeURIComponent(text), asTyped(text)].entries()) {
        const path = places[(at + more) % places.length]?.(part)
        const status = await putAsItIs(`${path}?fileName=a.jpg`, bytes)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect([400, 404, 414, 422], `${JSON.stringify(path)}: ${status}`).toContain(status)
      }
    }
    expect(statuses.get(422)).toBeGreaterThan(100)
    await nothingIsKept()
    expect(await readdir(service.settings.DATA_DIR)).not.toContain('etc')
  }, 60_000)

  test('STORAGE-03 a path in the file name is refused, and no name is ever used', async () => {
    for (const fileName of ['../../etc/a.jpg', '..\\a.jpg', '/a.jpg', 'a\u0000.jpg', '\uff0fa.jpg']) {
      const answer = await send(provider, pictures.upload, sample({ fileName }), await aJpeg())
      expect([answer.status, answer.json()], fileName).toMatchObject([422, { code: 'path-in-name' }])
    }
    await nothingIsKept()
  })

  test('T49 no path is taken from the sender', async () => {
    const path = `/api/requests/${id}/pictures/SampleAcquired/Sample?fileName=a.jpg&path=../../x`
    const answer = await provider.raw('PUT', path, { body: await aJpeg() })
    expect([answer.status, answer.json()]).toMatchObject([422, { code: 'invalid-input', field: 'path' }])
    await nothingIsKept()
  })
})

test('IMAGES-06 AMB-105 a pair that is not configured is refused', async () => {
  for (const [state, name] of [
    ['CrossMatching', 'Sample'],
    ['SampleAcquired', 'Selfie'],
  ]) {
    const answer = await send(provider, pictures.upload, sample({ state, name }), await aJpeg())
    expect([answer.status, answer.json()]).toMatchObject([
      422,
      { code: 'type-unknown', title: 'Upload Error' },
    ])
  }
  await nothingIsKept()
})

describe('a disk that fails', () => {
  const failing = (code: string): Files => ({
    put: () => Promise.reject(Object.assign(new Error(`${code}: secret words`), { code })),
    get: async () => null,
    remove: async () => undefined,
  })

  test.each([
    ['X11 a full one', 'ENOSPC', 507],
    ['X11 a used-up share of one', 'EDQUOT', 507],
    ['X12 a broken one', 'EIO', 500],
  ])('%s is told as such, and there is no row without a file', async (_, code, status) => {
    const broken = await aService({ files: failing(code) })
    id = (await aRequest(broken.db)).id
    const answer = await send(broken.as('bloodsupport'), pictures.upload, sample(), await aPng())
    expect([answer.status, answer.json()]).toMatchObject([
      status,
      { title: 'Database Error', text: expect.stringMatching(/^It could not be saved \(ref \w{4}\)\.$/) },
    ])
    expect(answer.text).not.toContain('secret')
    await nothingIsKept(broken)
  })

  test('X12 a folder that is none: the upload fails, everything else goes on, and then it works', async () => {
    const own = await aService()
    id = (await aRequest(own.db)).id
    const place = join(own.settings.DATA_DIR, 'files')
    await writeFile(place, 'in the way')
    const answer = await send(own.as('bloodsupport'), pictures.upload, sample(), await aPng())
    expect(answer.status).toBe(500)
    expect(await own.db.selectFrom('pictures').selectAll().execute()).toEqual([])
    await rm(place)
    expect((await send(own.as('bloodsupport'), pictures.upload, sample(), await aPng())).status).toBe(200)
  })

  test('X12 a file that is gone is not there, and the archive has the others', async () => {
    await send(provider, pictures.upload, sample(), await aPng())
    await rm(await service.placeOf(`images/${id}/${id}-SampleAcquired-Sample.jpeg`))
    expect((await provider.raw('GET', `/api/requests/${id}/pictures/SampleAcquired/Sample`)).status).toBe(404)
    expect((await provider.raw('GET', `/api/requests/${id}/pictures.zip`)).status).toBe(422)
  })
})

/** Only what cannot stand in an address at all is written otherwise. */
const asTyped = (text: string): string =>
  [...text].map((one) => (/[!-~]/.test(one) && !/[#?]/.test(one) ? one : encodeURIComponent(one))).join('')

/** Without the tidying of paths that a browser does. */
async function putAsItIs(path: string, bytes: Buffer): Promise<number> {
  const cookie = await provider.cookies()
  const headers = { origin: service.settings.publicUrl, cookie }
  return new Promise((resolve, reject) => {
    const sending = request(service.url, { method: 'PUT', path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.on('error', reject)
    sending.end(bytes)
  })
}

/** An upload over a plain connection, part by part; ends when it is answered, or cuts itself off at the end. */
async function plainly(length: string, ...parts: (Buffer | 'cut')[]): Promise<string> {
  const { hostname, port } = new URL(service.url)
  const cookie = await provider.cookies()
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const path = `/api/requests/${id}/pictures/SampleAcquired/Sample?fileName=a.png`
  socket.write(
    `PUT ${path} HTTP/1.1\r\nhost: crossmatch.test\r\norigin: ${service.settings.publicUrl}\r\ncookie: ${cookie}\r\n${length}\r\n\r\n`,
  )
  for (const part of parts) {
    if (answer !== '' || socket.destroyed) break
    if (part === 'cut') socket.destroy()
    else await new Promise((resolve) => socket.write(part, resolve))
  }
  await ended
  return answer
}
