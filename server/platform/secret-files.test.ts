import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withSecretFiles } from './secret-files.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const path = join(folder, `${text.length}.secret`)
  writeFileSync(path, text)
  return path
}

test('T70 a secret is read from the file that its setting names, without the end of its line', () => {
  const secret = 'a'.repeat(40)
  const settings = readSettings(withSecretFiles({ AUTH_SECRET_FILE: fileWith(`${secret}\n`), PORT: '3001' }))
  expect([settings.AUTH_SECRET, settings.PORT]).toEqual([secret, 3001])
})

test('T70 a setting that is no secret is not looked for in files, and an empty name is none', () => {
  const environment = { PORT_FILE: '/nowhere', SMS_TOKEN_FILE: '' }
  expect(withSecretFiles(environment)).toEqual(environment)
})

test.each([
  [
    { SMS_TOKEN: 'x', SMS_TOKEN_FILE: '/nowhere' },
    'SMS_TOKEN and SMS_TOKEN_FILE are both set: one is enough.',
  ],
  [{ S3_KEY_FILE: '/nowhere' }, 'S3_KEY_FILE names /nowhere, which cannot be read (ENOENT).'],
  [{ S3_KEY_FILE: fileWith(' \n') }, /^S3_KEY_FILE names .*, which is empty\.$/],
])('T70 what cannot be meant stops the start with a plain line', (environment, line) => {
  expect(() => withSecretFiles(environment)).toThrow(line)
})
