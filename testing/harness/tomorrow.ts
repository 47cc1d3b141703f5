import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromRoot } from '#server/basics/root.ts'
import { closeLater } from './closing.ts'

type Change = { file: string; instead: string; write: string }

/** What a version to come is likely to bring, each in the place where it would be written. */
const changes: readonly Change[] = [
  // a kind of event, what follows from it, and an act that records it
  {
    file: 'domain/events/people-facts.ts',
    instead: "  'bank-offered': ",
    write: `  'organisation-greeted': ofOrganisation('Greeted', z.strictObject({ words: z.string() })),
  'bank-offered': `,
  },
  {
    file: 'server/people/reactions.ts',
    instead: "  'organisation-activated': [",
    write: `  'organisation-greeted': [
    mailing('greeting', ({ name }) => [
      { recipient: 'greeted@tomorrow.example', subject: 'Good morning', body: name },
    ]),
  ],
  'organisation-activated': [`,
  },
  {
    file: 'server/stock/handlers.ts',
    instead: "      return save(work, bank, component, 'stock-counted'",
    write: `      await work.record({
        ...{ subjectId: bank.bankId, kind: 'organisation-greeted', bankId: bank.bankId },
        detail: { words: 'Good morning' },
      })
      return save(work, bank, component, 'stock-counted'`,
  },
  // a field of a form that old pages do not send, and one of an answer that they do not know
  {
    file: 'domain/requests/raising.ts',
    instead: '  reason: text(500),\n})',
    write: "  reason: text(500),\n  ward: z.string().max(60).default(''),\n})",
  },
  {
    file: 'contract/requests.ts',
    instead: '})\nexport type OwnRequest =',
    write: "}).extend({ ward: z.string().default('') })\nexport type OwnRequest =",
  },
]

/** Columns, a table and an index, on what is read and written all the time. */
const migration = `
  alter table requests add column ward text not null default '';
  alter table notifications add column urgency text;
  alter table stock add column place text;
  create table wards (id text primary key, name text not null);
  create index requests_by_ward on requests (hospital_id, ward) where ward <> '';`

/** What only tomorrow's version knows: with each count of a shelf it records one such event, which brings one mail. */
export const tomorrows = { kind: 'organisation-greeted', recipient: 'greeted@tomorrow.example' } as const

/**
 * The product as it may be one version later: today's source with a migration, a kind of event, a reaction and fields
 * that today's does not know. Tells its program.
 */
export async function tomorrowsVersion(): Promise<{ program: { file: string }; step: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-tomorrow-'))
  closeLater(() => rm(folder, { recursive: true, force: true }))
  for (const part of ['domain', 'contract', 'server', 'package.json'])
    await cp(fromRoot(part), join(folder, part), { recursive: true })
  await symlink(fromRoot('node_modules'), join(folder, 'node_modules'))
  for (const change of changes) await make(folder, change)
  const steps = join(folder, 'server/db/migrations')
  const next = String((await readdir(steps)).length + 1).padStart(4, '0')
  const step = `${next}_of_tomorrow.sql`
  await writeFile(join(steps, step), migration)
  return { program: { file: join(folder, 'server/main.ts') }, step }
}

async function make(folder: string, { file, instead, write }: Change): Promise<void> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  if (text.split(instead).length !== 2) throw new Error(`${file} does not have "${instead}" once`)
  await writeFile(path, text.replace(instead, write))
}
