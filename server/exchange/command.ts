import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Files } from '../basics/files.ts'
import { openDatabase } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import { operatorOn } from '../db/operator.ts'
import { type StoredFiles, storedFilesOn } from '../db/stored-files.ts'
import { exportFolder, WrongFolder } from './export.ts'
import { importFolder } from './import.ts'
import type { Progress, Tally } from './import-parts.ts'

const documentsUsage = [
  'npm run documents -- export DIR            writes every collection and file into DIR, a new or empty folder',
  'npm run documents -- import DIR            reads such a folder; what is here already is left as it is',
  'npm run documents -- import DIR --dry-run  says what an import would do, and writes nothing',
].join('\n')

/** Where a command speaks: whole lines, and on a terminal one line that is drawn again and again. */
export type Console = { say(line: string): void; redraw?(line: string): void }

export type DocumentsParts = { databaseUrl: string; files: Files; out: Console; now: Date }

/** 0: done; 1: done, and something was bad or missing; 2: asked wrongly. */
export async function documentsCommand(args: readonly string[], parts: DocumentsParts): Promise<number> {
  const asked = readArgs(args)
  if (!asked) {
    parts.out.say(documentsUsage)
    return 2
  }
  const database = openDatabase(parts.databaseUrl, { connections: 2 })
  try {
    const { db } = database
    const all = { ...parts, ...asked, db, files: storedFilesOn(db, parts.files) }
    return asked.act === 'export' ? await exporting(all) : await importing(all)
  } finally {
    await database.close()
  }
}

type Asked = { act: 'export' | 'import'; folder: string; isDryRun: boolean }

function readArgs(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false } },
    })
    const [act, folder, ...more] = positionals
    const isDryRun = values['dry-run']
    if ((act !== 'export' && act !== 'import') || !folder || more.length > 0) return null
    return act === 'export' && isDryRun ? null : { act, folder: resolve(folder), isDryRun }
  } catch {
    return null
  }
}

type All = Omit<DocumentsParts, 'files'> &
  Asked & { files: StoredFiles; db: ReturnType<typeof openDatabase>['db'] }

async function exporting({ db, files, folder, out, now }: All): Promise<number> {
  try {
    await operatorOn(db)(now, async (work) => {
      await takeTurn(work.db, 'exports')
      await work.record({ subjectId: 'documents', kind: 'folder-exported' })
    })
    const { missing } = await exportFolder({ db, files, folder, say: out.say })
    out.say(`Exported into ${folder}. It holds patients and donors: keep it as you would keep them.`)
    return missing === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof WrongFolder)) throw error
    out.say(error.message)
    return 2
  }
}

async function importing({ db, files, folder, isDryRun, now, out }: All): Promise<number> {
  const tallies = await importFolder({
    db,
    files,
    folder,
    isDryRun,
    now,
    onBad: ({ file, line, why }) => out.say(`${file}${line ? `:${line}` : ''}: ${why}`),
    onProgress: progressOn(out),
  })
  const found = [...tallies].filter((entry): entry is [string, Tally] => entry[1] !== null)
  if (found.length === 0) {
    out.say(`There is nothing to import in ${folder}.`)
    return 2
  }
  for (const line of summaryOf(found)) out.say(line)
  if (isDryRun) out.say('A dry run: nothing was written.')
  return found.some(([, { bad }]) => bad > 0) ? 1 : 0
}

const columns = ['read', 'written', 'skipped', 'bad'] as const

/** Skipped is what is here already. */
function summaryOf(tallies: readonly (readonly [string, Tally])[]): string[] {
  const row = (name: string, cells: readonly (string | number)[]) =>
    [name.padEnd(20), ...cells.map((cell) => String(cell).padStart(9))].join(' ')
  return [
    row('', columns),
    ...tallies.map(([name, tally]) =>
      row(
        name,
        columns.map((column) => tally[column]),
      ),
    ),
  ]
}

const barWidth = 30
const everyRows = 10_000

/** A bar where there is a terminal; elsewhere a line for every ten thousand. */
function progressOn({ say, redraw }: Console): (progress: Progress) => void {
  let told = 0
  let toldOf = ''
  return ({ file, done, of, read }) => {
    if (redraw) {
      const share = of === 0 ? 1 : Math.min(1, done / of)
      const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')
      return redraw(`${file.padEnd(26)} [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${read}`)
    }
    if (file !== toldOf) told = 0
    toldOf = file
    if (read - told < everyRows) return
    told = read
    say(`${file}: ${read} read`)
  }
}
