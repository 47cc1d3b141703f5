import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { WaitingPicture, WaitingStep } from '#domain/driving/waiting.ts'
import { signIn, signOut } from './acts.ts'
import { keepEntry, openPhone, ownQueue, phone, removeEntry } from './phone.ts'
import { sync } from './syncing.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
  clear: () => kept.clear(),
}

/** Whose cookie the phone has, and what the server was told by whom. */
let session: string | null = null
let told: { by: string | null; path: string }[] = []
/** What the server's order has as done. */
let done: WaitingStep['step'][] = []
const neverTaken = '999999'
const oneTooMany = '888888'
/** So often pictures are told to come back in a second. */
let noRoom = 0
/** Answers to pictures come when this is called. */
let answerPictures: () => void

const people = { ravi: 'Ravi Kumar', devi: 'Devi Selvam' }
const actorOf = (id: string | null) =>
  id && {
    kind: 'driver',
    accountId: id,
    email: `${id}@drivers.test`,
    displayName: people[id as keyof typeof people],
  }

async function answer(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (path === '/api/session') {
    if (method === 'DELETE') session = null
    if (method === 'POST') session = JSON.parse(String(body)).email.split('@')[0]
    return Response.json({ actor: actorOf(session) })
  }
  if (session === null) return Response.json({ code: 'signed-out', title: 'x', text: 'x' }, { status: 401 })
  if (path === '/api/requests/driving')
    return Response.json({ now: new Date(), items: [order()], pictureTypes: [], bands: [] })
  told.push({ by: session, path })
  const isPicture = path.includes('/pictures/')
  if (isPicture && noRoom-- > 0) {
    const full = { code: 'own-uploads-full', title: 'x', text: 'x' }
    return Response.json(full, { status: 429, headers: { 'retry-after': '1' } })
  }
  if (isPicture) await new Promise<void>((resolve) => (answerPictures = resolve))
  if (session !== 'ravi') return Response.json({ code: 'not-found', title: 'x', text: 'x' }, { status: 404 })
  const { step: name, code } = isPicture ? {} : JSON.parse(String(body))
  if (code === neverTaken || (code === '000000' && !done.includes(name)))
    return Response.json({ code: 'wrong-code', title: 'x', text: 'x' }, { status: 422 })
  if (code === oneTooMany)
    return Response.json({ code: 'enough-kept', title: 'x', text: 'x' }, { status: 409 })
  if (name) done = [...done, name]
  return Response.json({ outcome: 'done', order: order() })
}

const order = () => ({
  id: 'abcdef01',
  pickupAt: new Date(),
  deadlineAt: new Date(),
  deliveries: [{ seq: 1, units: 1, steps: done.map((step) => ({ step, doneAt: new Date() })), locked: [] }],
  pictures: [],
})

const picture: WaitingPicture & { blob: Blob } = {
  kind: 'picture',
  orderId: 'abcdef01',
  seq: 1,
  state: 'Completed',
  name: 'HandOver',
  refusal: null,
  blob: new Blob(['x'], { type: 'image/jpeg' }),
}
const step = (name: WaitingStep['step'], more: Partial<WaitingStep> = {}): WaitingStep => ({
  kind: 'step',
  orderId: 'abcdef01',
  seq: 1,
  step: name,
  stepId: '00000000-0000-4000-8000-000000000000',
  doneAt: new Date(),
  refusal: null,
  ...more,
})

beforeAll(async () => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
  await openPhone()
})
afterAll(() => vi.unstubAllGlobals())

beforeEach(async () => {
  vi.stubGlobal('fetch', answer)
  for (const entry of phone.get().queue) await removeEntry(entry)
  await signIn('ravi@drivers.test', 'secret')
  await sync()
  told = []
  done = []
  noRoom = 0
})

test('AMB-115 two things told at the same moment are both kept, one behind the other', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no signal')))
  await Promise.all([keepEntry(picture), keepEntry(step('delivered'))])
  expect(ownQueue(phone.get()).map(({ kind }) => kind)).toEqual(['picture', 'step'])
})

test('AMB-115 what waits is not sent by the next one who signs in on the phone', async () => {
  await keepEntry(picture)
  await keepEntry(step('delivered'))
  const sending = sync()
  await vi.waitFor(() => expect(told).toHaveLength(1), 10_000)
  await signOut()
  await signIn('devi@drivers.test', 'secret')
  answerPictures()
  await sending
  await sync()
  expect(told.map(({ by }) => by)).toEqual(['ravi'])
  expect(phone.get().account?.displayName).toBe('Devi Selvam')

  await signOut()
  await signIn('ravi@drivers.test', 'secret')
  const again = sync()
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000)
  answerPictures()
  await again
  expect(told.map(({ by }) => by)).toEqual(['ravi', 'ravi', 'ravi'])
  expect(phone.get().queue).toEqual([])
})

test('AMB-115 a step whose code was not taken holds up nothing any more once the provider has said that it is done', async () => {
  await keepEntry(step('sample acquired', { code: '000000' }))
  await keepEntry(step('cross matching'))
  await sync()
  expect(phone.get().queue.map(({ refusal }) => refusal?.code)).toEqual(['wrong-code', undefined])
  done = ['sample acquired']
  await sync()
  await vi.waitFor(() => expect(phone.get().queue).toEqual([]), 10_000)
  expect(told).toHaveLength(3)
  expect(done).toContain('cross matching')
})

test('AMB-115 a step that is refused again though it is done is not told without end', async () => {
  await keepEntry(step('sample acquired', { code: neverTaken, stepId: 'refused-for-ever' }))
  await sync()
  done = ['sample acquired']
  for (let turn = 0; turn < 5; turn++) await sync()
  expect(told).toHaveLength(2)
  expect(phone.get().queue.map(({ refusal }) => refusal?.code)).toEqual(['wrong-code'])
})

test('AMB-228 a report beyond those that are kept leaves the line with a word to the driver, and is not sent again', async () => {
  await keepEntry(step('sample acquired', { code: oneTooMany, stepId: 'one-too-many' }))
  await keepEntry(step('cross matching'))
  await sync()
  for (let turn = 0; turn < 3; turn++) await sync()
  expect(told).toHaveLength(2)
  expect(phone.get().queue).toEqual([])
  expect(phone.get().news.map(({ kind, orderId }) => [kind, orderId])).toEqual([['notKept', 'abcdef01']])
})

test('X24 a picture for which there is no room is kept, and sent again by itself when the server said, not before', async () => {
  noRoom = 1
  await keepEntry(picture)
  await keepEntry(step('delivered'))
  await sync()
  await sync()
  expect(told).toHaveLength(1)
  expect(phone.get().queue.map(({ kind, refusal }) => [kind, refusal])).toEqual([
    ['picture', null],
    ['step', null],
  ])
  await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 5_000 })
  answerPictures()
  await vi.waitFor(() => expect(phone.get().queue).toEqual([]), 10_000)
  expect(done).toEqual(['delivered'])
})

test('F30 what the server asked to wait for is sent, though the clock of the phone was set back meanwhile', async () => {
  noRoom = 1
  await keepEntry(picture)
  await sync()
  expect(told).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() - 26 * 3_600_000)
  try {
    await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 5_000 })
    answerPictures()
    await vi.waitFor(() => expect(phone.get().queue).toEqual([]))
  } finally {
    vi.useRealTimers()
  }
})
