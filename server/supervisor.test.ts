import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { spawnApp } from '#testing/harness/process.ts'

// how it starts a server again: supervisor.long.ts
test('X33 a server that cannot start at all says why and is not started again', {
  timeout: 180_000,
}, async () => {
  const app = await spawnApp(
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', DATA_DIR: tmpdir() },
    [],
    'supervisor',
  )
  expect(await app.exited).toBe(1)
  expect(app.printed().trim().split('\n')).toEqual(['The database of DATABASE_URL does not answer.'])
})
