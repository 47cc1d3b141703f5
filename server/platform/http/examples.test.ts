/** What stands on /api/docs is copied from there and run, as its reader would. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { orderBody } from '#domain/hooks/bodies.ts'
import { makeSecret, signedCall } from '#server/hooks/signing.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { aKey } from '#testing/makers/keys.ts'
import type { ExampleName } from './examples.ts'

const service = await aService({ now: instantOf('2026-11-16', '23:40'), settings: { ROLE: 'web' } })
const folder = await mkdtemp(join(tmpdir(), 'crossmatch-examples-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const { key } = await aKey(service.db, {}, service.clock.now())
const page = (await service.anonymous.raw('GET', '/api/docs')).text

const marks: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
function example(name: ExampleName): string {
  const [, shown = ''] = page.match(new RegExp(`<pre id="example-${name}">([^<]*)</pre>`)) ?? []
  const text = shown.replace(/&(lt|gt|quot|amp);/g, (_, mark: string) => marks[mark] ?? '')
  expect(text, name).not.toBe('')
  return text.replaceAll('http://crossmatch.test', service.url)
}

async function asFile(name: ExampleName): Promise<string> {
  const file = join(folder, `${name}.mts`)
  await writeFile(file, example(name))
  return file
}

// nothing of our own environment: whoever copies an example has another
const run = async (command: string, given: string[], env: Record<string, string>) =>
  (await promisify(execFile)(command, given, { env })).stdout

const orderOf = (id: string) =>
  service.db.selectFrom('requests').select(['status', 'units']).where('id', '=', id).executeTakeFirst()

test.each(['raise-curl', 'fhir-curl'] as const)('%s raises an order', async (name) => {
  const told = JSON.parse(await run('/bin/bash', ['-c', example(name)], { CROSSMATCH_KEY: key }))
  if (name === 'fhir-curl') expect(faultsInFhir(told)).toEqual([])
  expect(await orderOf(told.id)).toEqual({ status: 'pending', units: 2 })
  await expect(run('/bin/bash', ['-c', example(name)], { CROSSMATCH_KEY: 'x' })).resolves.toMatch(
    /"code":"[a-z-]+"/,
  )
})

test.each([
  ['raise-typescript', '200'],
  ['fhir-typescript', '201'],
] as const)('%s raises an order, and throws what it is told', async (name, status) => {
  const file = await asFile(name)
  const told = await run(process.execPath, [file], { CROSSMATCH_KEY: key })
  const [code, id = ''] = told.trim().split(' ')
  expect(code).toBe(status)
  expect(await orderOf(id)).toEqual({ status: 'pending', units: 2 })
  await expect(run(process.execPath, [file], { CROSSMATCH_KEY: 'x' })).rejects.toThrow(/Error: .*[a-z]/)
})

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => taken.once('listening', done))
  const { port } = taken.address() as AddressInfo
  await new Promise((done) => taken.close(done))
  return port
}

test('hook-typescript takes what a hook signs and nothing else; hook-curl tries it', async () => {
  const serverSecret = 'of the server, long enough to be one'
  const { secret, secretSealed } = makeSecret(serverSecret)
  const port = await freePort()
  const env = { HOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, [await asFile('hook-typescript')], { env })
  onTestFinished(() => void receiver.kill('SIGKILL'))
  let printed = ''
  receiver.stdout.on('data', (part) => {
    printed += part
  })
  const url = `http://localhost:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 100 })

  const hook = { url, secretSealed, oldSealed: null, oldUntil: null }
  const told = { kind: 'order.raised', subject: '0123abcd', version: 1, isTest: false, link: url } as const
  const said = { id: 'msg_7_1', body: orderBody({ ...told, happenedAt: new Date() }) }
  const answered = async (at: Date, bend: Partial<Record<string, string>> = {}, body?: string) => {
    const call = signedCall(serverSecret, hook, said, at)
    const headers = { ...call.headers, ...bend } as Record<string, string>
    return (await fetch(url, { method: 'POST', headers, body: body ?? String(call.body) })).status
  }
  const now = new Date()
  expect(await answered(now)).toBe(204)
  expect(await answered(now, {}, '{}')).toBe(401)
  expect(await answered(now, { 'webhook-id': 'msg_8_1' })).toBe(401)
  expect(await answered(now, { 'webhook-signature': 'v1,AAAA' })).toBe(401)
  expect(await answered(now, { 'webhook-timestamp': 'soon' })).toBe(401)
  expect(await answered(new Date(now.getTime() - 301_000))).toBe(401)
  expect(printed.trim()).toBe('msg_7_1 order.raised')

  expect(await run('/bin/bash', ['-c', example('hook-curl')], env)).toBe('204\n')
  expect(await run('/bin/bash', ['-c', example('hook-curl')], { ...env, HOOK_SECRET: 'whsec_AAAA' })).toBe(
    '401\n',
  )
})

test('whoever has nothing but the page finds the codes and extensions that an order by FHIR may have', () => {
  for (const name of ['CodeSystem/need', 'irradiated', 'StructureDefinition/patient-age', 'sid/request'])
    expect(page).toContain(`<code>${name}</code>`)
})
