import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requests } from '#contract/requests.ts'
import { freePort } from '#testing/harness/process.ts'
import { aDatabase, aFolder, ended, running, signedIn } from '#testing/harness/started.ts'
import { aDraft } from '#testing/makers/makers.ts'

/** A start takes two seconds of a core, and a busy machine its time. */
const patience = 180_000

// the words of settings are in settings.test.ts

test(
  'X32 a stop finishes the call that is under way',
  async () => {
    const database = await aDatabase()
    const app = await running({ DATABASE_URL: database.url, DATA_DIR: await aFolder() })
    const staff = await signedIn(app, 'firm_pilot')
    const raised = staff.call(requests.raise, aDraft(new Date()))
    await new Promise((resolve) => setTimeout(resolve, 5))
    const stopped = app.signal('SIGTERM')
    expect((await raised).status).toBe(200)
    expect(await stopped).toBe(0)
  },
  patience,
)

test.each([
  ['a port that is no number', { PORT: 'three' }, 'PORT'],
  ['a database that does not answer', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 'does not answer'],
])(
  'a start with %s ends at once with a plain line',
  async (_name, settings, words) => {
    const { code, printed } = await ended({ DATA_DIR: await aFolder(), ...settings })
    expect(code).toBe(1)
    expect(printed).toContain(words)
    expect(printed).not.toMatch(/\n\s+at /)
  },
  60_000,
)

test(
  'a taken port is named, and nothing is left running',
  async () => {
    const database = await aDatabase()
    const port = String(await freePort())
    const settings = { DATABASE_URL: database.url, DATA_DIR: await aFolder(), PORT: port }
    await running(settings)
    const { code, printed } = await ended(settings)
    expect(code).toBe(1)
    expect(printed).toContain(`Port ${port} is taken`)
  },
  patience,
)

test(
  'X03 a secret that the power cut short is not signed with: the start says so',
  async () => {
    const database = await aDatabase()
    const folder = await aFolder()
    await writeFile(join(folder, 'auth.secret'), '')
    const { code, printed } = await ended({ DATABASE_URL: database.url, DATA_DIR: folder })
    expect(code).toBe(1)
    expect(printed).toContain('auth.secret')
  },
  patience,
)
