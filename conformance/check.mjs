#!/usr/bin/env node
/**
 * Tries an installation as a hospital's system would, with a test key: `npm run conformance -- URL KEY`, or
 * `npx ./conformance URL KEY` where only this folder is. Runs on any Node from 20 on and needs no package. Prints a line
 * for each thing tried and ends with 1 where one is not as promised.
 */
import { randomUUID } from 'node:crypto'
import { tryFhir } from './fhir.mjs'

const [url, key] = process.argv.slice(2)
if (!url || !key) stop('Usage: npm run conformance -- URL KEY, or npx ./conformance URL KEY')
if (!key.startsWith('cm_test_')) stop('A test key is needed (cm_test_…): this raises and cancels orders.')

const base = url.replace(/\/+$/, '')
let failed = 0

await step('the API is described', async () => {
  const { status, body } = await call('GET', '/api/openapi.json', { key: null })
  equal(status, 200, 'status')
  equal(body.openapi, '3.1.0', 'openapi')
  equal(body.components.securitySchemes.key.scheme, 'bearer', 'how a key is sent')
})
await step('a key that nobody made is refused with 401', async () => {
  const { status } = await call('GET', '/api/requests', { key: `cm_test_${'x'.repeat(43)}` })
  equal(status, 401, 'status')
})
await step('a key in the address is refused', async () => {
  const { status } = await call('GET', `/api/requests?key=${'cm_test_'}${'x'.repeat(43)}`)
  between(status, 400, 499, 'status')
})
await step('the key reads orders, and is told how often it may call', async () => {
  const { status, headers } = await call('GET', '/api/requests')
  equal(status, 200, 'status')
  if (!headers.get('ratelimit')) throw new Error('there is no RateLimit header')
})
await step('the key may not approve', async () => {
  const { status } = await call('PUT', '/api/requests/00000000/approval', { body: { version: 1 } })
  equal(status, 403, 'status')
})

const order = anOrder()
const number = `conformance-${randomUUID()}`
let raised = null
await step('an order is raised, once, however often it is sent', async () => {
  const first = await call('POST', '/api/requests', { body: order, idempotencyKey: number })
  equal(first.status, 200, `status (${first.body?.text ?? ''})`)
  raised = first.body
  const again = await call('POST', '/api/requests', { body: order, idempotencyKey: number })
  equal(again.body.id, raised.id, 'ID of the second answer')
})
await step('the same number with another order is refused', async () => {
  const other = await call('POST', '/api/requests', { body: { ...order, units: 3 }, idempotencyKey: number })
  between(other.status, 409, 422, 'status')
})
await step('a wrong order is refused with the field and a sentence', async () => {
  const { status, body } = await call('POST', '/api/requests', { body: { ...order, units: 31 } })
  equal(status, 422, 'status')
  if (!body.code || !body.text) throw new Error('code or text is missing')
})
await step('the order is read again by its ID', async () => {
  const { status, body } = await call('GET', `/api/requests/${raised.id}`)
  equal(status, 200, 'status')
  equal(body.request?.id ?? body.id, raised.id, 'ID')
})
await step("an order that is not the key's is not there", async () => {
  equal((await call('GET', '/api/requests/00000000')).status, 404, 'status')
})
await step('the order is cancelled', async () => {
  const body = { version: raised.version, reason: 'Conformance check' }
  const { status, body: told } = await call('PUT', `/api/requests/${raised.id}/cancellation`, { body })
  equal(status, 200, `status (${told?.text ?? ''})`)
})

await tryFhir({ step, call, equal, anOrder })

console.log(failed === 0 ? '\nAll as promised.' : `\n${failed} not as promised.`)
process.exit(failed === 0 ? 0 : 1)

function anOrder() {
  const minute = 60_000
  const pickupAt = new Date(Math.ceil((Date.now() + 90 * minute) / minute) * minute)
  return {
    ...{ patientName: 'Conformance Check', age: 40, patientId: 'CHECK-1', sex: 'Female' },
    ...{ bloodGroup: 'O+', component: 'PRBC', units: 2, orderType: 'immediate', reservationHours: null },
    ...{
      pickupAt: pickupAt.toISOString(),
      deadlineAt: new Date(pickupAt.getTime() + 240 * minute).toISOString(),
    },
    reason: 'Conformance check',
  }
}

async function step(name, act) {
  try {
    await act()
    console.log(`✔ ${name}`)
  } catch (error) {
    failed++
    console.log(`✘ ${name}: ${error.message}`)
  }
}

async function call(method, path, options = {}) {
  const { body, idempotencyKey, headers = {}, key: as = key } = options
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(20_000),
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: parsed(text) }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function equal(seen, wanted, what) {
  if (seen !== wanted) throw new Error(`${what}: ${seen} instead of ${wanted}`)
}

function between(seen, from, to, what) {
  if (seen < from || seen > to) throw new Error(`${what}: ${seen} instead of ${from} to ${to}`)
}

function stop(line) {
  console.error(line)
  process.exit(2)
}
