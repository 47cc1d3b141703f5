import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { keys } from '#contract/keys.ts'
import { fromRoot } from '#server/basics/root.ts'
import { aService } from '#testing/harness/service.ts'

const service = await aService({ settings: { ROLE: 'web' } })

async function tried(...args: string[]) {
  const child = spawn('npx', ['--offline', './conformance', ...args], { cwd: fromRoot('.') })
  const [said, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  return { said, complained, code }
}

test('the check list finds all as promised with a test key, and nothing of it reaches the hospital itself', async () => {
  const scopes = ['orders:read', 'orders:write'] as const
  const draft = { name: 'Conformance', scopes: [...scopes], isTest: true }
  const { key } = await service.as('firm').done(keys.make, draft)
  const { said, code } = await tried(`${service.url}/`, key)
  expect(said).not.toContain('✘')
  expect(said).toContain('All as promised.')
  expect(code).toBe(0)
  const hospitals = await service.db.selectFrom('requests').select('hospitalId').distinct().execute()
  expect(hospitals).toEqual([{ hospitalId: 'test' }])
})

test('it names what is not as promised', async () => {
  const { said, code } = await tried(service.url, `cm_test_${'x'.repeat(43)}`)
  expect(said).toContain('✘ the key reads orders')
  expect(code).toBe(1)
})

test('it raises nothing with a key that is not for trying', async () => {
  expect(await tried(service.url, `cm_live_${'x'.repeat(43)}`)).toMatchObject({
    complained: expect.stringContaining('A test key is needed'),
    code: 2,
  })
})
