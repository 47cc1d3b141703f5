import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RefusalAnswer } from '#contract/answers.ts'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'

// the address is varied, so that what is counted here is not the limit
const service = await aService({
  now: '2026-11-16T10:00:00+05:30',
  settings: { TRUST_PROXY: '1', ROLE: 'web' },
})
const admin = service.as('firm')
const sessions = await admin.cookies()

const texts = [
  '',
  '\u0000',
  'a\u0000b@c.d',
  '\ud800',
  'x\udc00@y.z',
  "'; drop table requests; --",
  "' or '1'='1",
  '1; select pg_sleep(5)--',
  '\\',
  '%',
  '%00',
  '%ff',
  '%E0%A4%A',
  '\r\nBcc: evil@evil.example',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '$' + '{7*7}{{7*7}}',
  '\u202e\u2066',
  'a@b..c',
  'ü@ö.ä',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-0',
  '9'.repeat(400),
  'x'.repeat(50_000),
  '\u{1f9b8}'.repeat(100),
]
const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

let calls = 0
async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
  const answer = await service.anonymous.raw(method, path, {
    body,
    headers: { cookie: sessions, 'x-forwarded-for': from, ...headers },
  })
  return { ...answer, call: `${method} ${path.slice(0, 80)} ${JSON.stringify(body)?.slice(0, 120)}` }
}

type Sent = Awaited<ReturnType<typeof send>>

/** Never a fault of ours, and a refusal that says what was meant and nothing of what is inside. */
function expectCivil({ call, status, text }: Sent): void {
  expect(status, `${call} -> ${text}`).toBeLessThan(500)
  if (status < 400) return
  expect(RefusalAnswer.strict().safeParse(JSON.parse(text)).success, `${call} -> ${text}`).toBe(true)
  expect(text).not.toMatch(inside)
}
const inside =
  /\bselect .+ from\b|\binsert into\b|\bpg_|syntax error|relation "|node_modules|\.ts:\d|\bat .+\(|\/work\//i

const json = { 'content-type': 'application/json' }

describe.each([
  ['POST', '/api/requests'],
  ['POST', '/api/session'],
  ['PUT', '/api/requests/0123abcd/approval'],
])('%s %s', (method, path) => {
  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[{"email":"a@b.c"}]'],
    ['half a text', '{"email":"'],
    ['a number without end', '{"units":1e400,"age":-1e400,"version":1e400}'],
    ['a prototype', '{"__proto__":{"role":"admin"},"email":"a@b.c"}'],
    ['a constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
    ['deep lists', `{"patientName":${deep('[', ']', 20_000)}}`],
    ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    [
      'ten thousand keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [n, n]))),
    ],
    ['a byte order mark', '\ufeff{}'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('latin1')],
    ['more than is taken', `{"patientName":"${'x'.repeat(70_000)}"}`],
  ])('T60 a body of %s is never a fault of ours', async (_, body) => {
    expectCivil(await send(method, path, body, json))
    expectCivil(await send(method, path, body, { ...json, 'idempotency-key': `hostile-${calls}` }))
    expectCivil(await send(method, path, body, { 'content-type': 'text/plain' }))
    expectCivil(await send(method, path, body, { 'content-type': 'application/xml' }))
  })
})

test.each(['%', '%00', '%E0%A4%A', 'a%00b.c', '.', '=', 'x'.repeat(8_000)])(
  'T60 the session cookie %j is nobody and never a fault of ours',
  async (value) => {
    const answer = await send('GET', '/api/session', undefined, {
      cookie: `crossmatch.session_token=${value}`,
    })
    expect([answer.status, answer.json()]).toEqual([200, { actor: null }])
  },
)

test.each([
  '/api/%',
  '/api/%00',
  '/api/requests/%00/approval',
  '/api/sessions/..%2f..%2fetc%2fpasswd',
  '/api/requests?status[]=pending&status[__proto__]=x',
  '/api/requests?__proto__[limit]=1&limit=1&limit=2',
  `/api/requests?after=${cursor('2026-11-16T04:30:00.000Z \u0000')}`,
  `/api/requests?after=${cursor('+275760-09-13T00:00:00.000Z 0123abcd')}`,
  `/api/requests?after=${cursor('-271821-04-20T00:00:00.000Z 0123abcd')}`,
  `/api/requests?after=${cursor('0 0')}`,
  `/api/requests?after=${cursor('2026 x y z')}`,
  '/api/requests?after=%00',
])('T60 the path %s is never a fault of ours', async (path) => {
  expectCivil(await send('GET', path))
  expectCivil(await send('PUT', path, { version: 1 }))
})

function cursor(text: string): string {
  return Buffer.from(text).toString('base64url')
}

test('T60 any JSON at all for a raise is answered, and the list can still be read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record(drafts, { requiredKeys: [] })), async (body) =>
      expectCivil(await send('POST', '/api/requests', JSON.stringify(body), json)),
    ),
    { numRuns: sized(40, 1_000) },
  )
  expect((await admin.call(requests.list, { limit: 100 })).status).toBe(200)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...texts),
  fc.jsonValue(),
)
const drafts = {
  ...Object.fromEntries(Object.keys(aDraft(new Date())).map((name) => [name, anyText])),
  units: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.double()),
  age: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.double()),
  pickupAt: fc.oneof(
    fc.date().map(String),
    fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  ),
}

test('T59 T60 a form full of hostile texts is kept as text, without what no text may have', async () => {
  const name = "Robert'); drop table requests; --\u0000\r\n\ud800<b>\u202e"
  const raised = await admin.done(requests.raise, aDraft(service.clock.now(), { patientName: name }))
  expect(raised.patientName).toBe("Robert'); drop table requests; --  \ufffd<b>".replace('  ', ' '))
  const { items } = await admin.done(requests.list, { limit: 1 })
  expect(items[0]?.patientName).toBe(raised.patientName)
})

describe('every text a person types is kept as it is, or refused with its field: never run, never cut', () => {
  const kept = [
    ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['a closing tag', '</textarea></title>"\'><svg/onload=alert(1)>'],
    ['a right-to-left name with its marks', '\u200fשרה כהן\u200f (\u200eSara\u200e)'],
    ['emoji', '🩸👩🏽‍⚕️ 🇮🇳'],
    ['a Tamil name', 'மீனாட்சி சுந்தரம்'],
    ['a name with joiners', 'क्‍ष श्री'],
    ['SQL', "Robert'); drop table requests; --"],
    ['a template', '$' + '{7*7}{{7*7}}#{7*7}<%= 7*7 %>'],
    ['a formula', '=HYPERLINK("http://evil.example","x")'],
    ['percent signs', '100% %s %00 %n'],
    ['backslashes', '\\u0000 \\n C:\\x'],
  ] as const
  const mended = [
    ['a NUL', 'As\u0000ha', 'As ha'],
    ['a line that would begin another', 'Asha\r\nBcc: x@evil.example', 'Asha Bcc: x@evil.example'],
    ['half a surrogate pair', 'Asha \ud800', 'Asha \ufffd'],
    ['an override of direction', 'Asha \u202egnp.exe', 'Asha  gnp.exe'],
  ] as const

  /** The ways a person's own words come in: what was stored of them, or the field that was refused. */
  const ways = {
    'a patient name': async (text: string) => {
      const draft = aDraft(service.clock.now(), { patientName: text })
      return outcomeOf(await admin.call(requests.raise, draft), ({ id }) =>
        shown(id, (row) => row.patientName),
      )
    },
    'a patient ID': async (text: string) => {
      const draft = aDraft(service.clock.now(), { patientId: text })
      return outcomeOf(await admin.call(requests.raise, draft), ({ id }) => shown(id, (row) => row.patientId))
    },
    'the reason of a raise': async (text: string) => {
      const draft = aDraft(service.clock.now(), { reason: text })
      return outcomeOf(await admin.call(requests.raise, draft), ({ id }) => shown(id, (row) => row.reason))
    },
    'the reason of a cancellation': async (text: string) => {
      const { id, version } = await aRequest(service.db, {}, service.clock.now())
      const answer = await admin.call(requests.cancel, { id, version, reason: text })
      return outcomeOf(answer, () => shown(id, (row) => row.timeline.at(-1)?.reason ?? ''))
    },
    'a delivery status': async (text: string) => {
      const { id, version } = await aRequest(service.db, { status: 'issued' }, service.clock.now())
      const answer = await service
        .as('bloodsupport')
        .call(requests.writeDeliveryStatus, { id, version, text })
      return outcomeOf(answer, () => shown(id, (row) => row.deliveryStatus))
    },
  }
  const limits = {
    'a patient name': ['patientName', 120],
    'a patient ID': ['patientId', 60],
    'the reason of a raise': ['reason', 500],
    'the reason of a cancellation': ['reason', 500],
    'a delivery status': ['text', 200],
  } as const satisfies Record<keyof typeof ways, readonly [string, number]>

  type Said = {
    status: number
    refusal: { field?: string | undefined; text: string } | null
    body: { id: string }
  }

  async function outcomeOf({ status, refusal, body }: Said, read: (body: { id: string }) => Promise<string>) {
    if (refusal) return { status, field: refusal.field, says: refusal.text }
    return { status, kept: await read(body) }
  }

  async function shown(id: string, pick: (row: RequestDetail) => string): Promise<string> {
    return pick(await service.as('firm_pilot').done(requests.show, { id }))
  }

  const asKept = (way: string, text: string) => (way === 'a delivery status' ? text.toLowerCase() : text)
  const names = Object.keys(ways) as (keyof typeof ways)[]

  test.each(names)('T58 T60 %s holds a script, marks, emoji, Tamil and the rest as text', async (way) => {
    for (const [name, text] of kept) {
      expect(await ways[way](text), name).toEqual({ status: 200, kept: asKept(way, text) })
    }
  })

  test.each(names)('T27 T60 %s loses what no text may have, and nothing else', async (way) => {
    for (const [name, text, left] of mended) {
      expect(await ways[way](text), name).toEqual({ status: 200, kept: asKept(way, left) })
    }
  })

  test.each(names)(
    'T60 %s that is too long is refused with its field and its limit, not cut',
    async (way) => {
      const [field, most] = limits[way]
      const refused = { status: 422, field, says: `Please use at most ${most} characters.` }
      for (const letter of ['x', 'அ']) {
        expect(await ways[way](letter.repeat(most))).toEqual({ status: 200, kept: letter.repeat(most) })
        expect(await ways[way](letter.repeat(most + 1))).toEqual(refused)
        expect(await ways[way](letter.repeat(10_000))).toEqual(refused)
      }
    },
  )
})
