import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { certificatePath } from '#domain/donors/consenting.ts'
import { donorDocument } from '#domain/exchange/bank-documents.ts'
import { donationsOf } from '../bags/forms.ts'
import type { Files } from '../basics/files.ts'
import { type Db, openDatabase } from '../db/database.ts'
import { operatorOn } from '../db/operator.ts'
import { rewriteTable } from '../db/rewriting.ts'
import { storedFilesOn } from '../db/stored-files.ts'
import { eraseFiles, eraseForm } from './erasing.ts'
import { erasingStore, erasingWriter } from './erasing-store.ts'

const donorUsage = [
  'npm run donor -- export ID DIR       writes all that is kept of one donor’s form into DIR, a new or empty folder',
  'npm run donor -- erase ID --confirm  erases it: text, signature and certificate; its number and the trail stay',
].join('\n')
const retentionUsage = [
  'npm run retention                       says what is kept for how long',
  'npm run retention -- donor-forms DAYS   donor forms are erased so many days after they came in',
  'npm run retention -- messages DAYS      messages lose their text and recipient so many days after they were written',
  'npm run retention -- KIND off           kept as long as there is room',
].join('\n')

export type DonorParts = {
  databaseUrl: string
  /** Who may make the tables anew; null: nobody but the app is known here. */
  ownerUrl: string | null
  files: Files
  now: Date
  say: (line: string) => void
}

type On = DonorParts & { db: Db }

/** 0: done; 1: there is no such form; 2: asked wrongly. */
export async function donorCommand(args: readonly string[], parts: DonorParts): Promise<number> {
  const [act, id = '', where = ''] = args
  const isRight = /^[0-9a-f]{8}$/.test(id) && args.length === 3
  if (act === 'erase' && isRight && where === '--confirm') return on(parts, (all) => erasing(all, id))
  if (act === 'export' && isRight) return on(parts, (all) => exporting(all, id, resolve(where)))
  parts.say(donorUsage)
  return 2
}

async function on(parts: DonorParts, act: (all: On) => Promise<number>): Promise<number> {
  const database = openDatabase(parts.databaseUrl, { connections: 2 })
  return act({ ...parts, db: database.db }).finally(database.close)
}

async function erasing({ db, files, now, say, ownerUrl, databaseUrl }: On, id: string): Promise<number> {
  const before = await erasingStore(db).erased(id)
  if (before) {
    const count = await eraseFiles({ db, files }, before, (run) => operatorOn(db)(now, run))
    const rest = count === 0 ? '' : ` ${count} of its files were there still, and are gone now.`
    say(`The form ${id} was erased on ${before.erasedAt.toISOString()}.${rest}`)
    return 0
  }
  const isGone = await eraseForm({ db, files }, id, 'asked', (run) => operatorOn(db)(now, run))
  if (!isGone) {
    say(`There is no donor form ${id}.`)
    return 1
  }
  // a deleted row stays in the table's file until something is written over it
  const isRewritten = await rewriteTable(ownerUrl ?? databaseUrl, 'donor_forms')
  say(`The form ${id} is erased: its text, signature and certificate are gone. Its number stays.`)
  if (!isRewritten) say('Its bytes go from the database’s file with the owner’s "vacuum full donor_forms".')
  say('Backups made before hold it until you remove them.')
  return 0
}

async function exporting({ db, files, now, say }: On, id: string, folder: string): Promise<number> {
  const store = erasingStore(db)
  const form = await store.find(id)
  if (!form) {
    say(`There is no donor form ${id}.`)
    return 1
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    say(`${folder} is not empty.`)
    return 2
  }
  await operatorOn(db)(now, (work) => work.record({ subjectId: id, kind: 'donor-form-exported' }))
  const told = {
    form: donorDocument(form),
    bank: await store.bank(form.bankId),
    events: await store.events(id),
    donations: await donationsOf(db, form),
  }
  const write = (name: string, content: string | Uint8Array) =>
    writeFile(join(folder, name), content, { flag: 'wx', mode: 0o600 })
  await write(`${id}.json`, `${JSON.stringify(told, null, 2)}\n`)
  const stored = storedFilesOn(db, files)
  const certificate = await stored.get(certificatePath(form))
  if (certificate) await write(`${id}.pdf`, certificate)
  const signature = form.signaturePath && (await stored.get(form.signaturePath))
  if (signature) await write(`${id}-signature.png`, signature)
  say(
    `All that is kept of the form ${id} is in ${folder}${certificate ? '' : '; its certificate was never drawn'}.`,
  )
  return 0
}

const kinds = ['donor-forms', 'messages'] as const

/** 0: done; 2: asked wrongly. */
export async function retentionCommand(args: readonly string[], parts: DonorParts): Promise<number> {
  const kind = kinds.find((one) => one === args[0])
  const days = args[1] === 'off' ? null : Number(args[1])
  const isRight =
    args[1] === 'off' || (/^\d{1,5}$/.test(args[1] ?? '') && days !== 0 && Number(days) <= 36_500)
  if (args.length > 0 && (!kind || !isRight || args.length > 2)) {
    parts.say(retentionUsage)
    return 2
  }
  return on(parts, async ({ db, now, say }) => {
    if (kind)
      await operatorOn(db)(now, async (work) => {
        await erasingWriter(work).keepFor(kind, days)
        await work.record({ subjectId: kind, kind: 'retention-set', detail: { days } })
      })
    const kept = await erasingStore(db).retention()
    for (const one of kinds) {
      const set = kept.get(one)
      say(`${one}: ${set === undefined ? 'kept as long as there is room' : `${set} days`}`)
    }
    return 0
  })
}
