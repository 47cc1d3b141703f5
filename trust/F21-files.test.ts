import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { RefusalAnswer } from '#contract/answers.ts'
import { consent } from '#contract/consent.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { pictures } from '#contract/pictures.ts'
import type { Route } from '#contract/route.ts'
import { type Answered, sentFor } from './access/asking.ts'
import { aHouse, type House } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { made } from './access/ways.ts'
import { type Kind, kinds, may, routes } from './access/who-may.ts'
import { figure } from './figure.ts'
import { type Handling, type HostileFile, hostileFiles, type UploadKind } from './input/hostile-files.ts'
import { canary } from './input/hostile-makers.ts'

type Upload = { kind: UploadKind; gives: Route; by: Kind; type: string }

/** What each upload takes, and where it is then found, by whom. One that is new needs a line. */
const uploads: Record<string, Upload> = {
  'pictures.upload': { kind: 'picture', gives: pictures.file, by: 'provider', type: 'image/jpeg' },
  'driving.picture': { kind: 'picture', gives: pictures.file, by: 'provider', type: 'image/jpeg' },
  'invoiceFiles.upload': {
    kind: 'invoice',
    gives: invoiceFiles.download,
    by: 'provider',
    type: 'application/pdf',
  },
  'consent.sign': { kind: 'signature', gives: consent.signature, by: 'bank', type: 'image/png' },
}
const taking = routes.filter(({ row }) => row.takesFile)

/** A dozen; larger ones are made in seconds. */
const quick = hostileFiles.filter(
  ({ what }, at) => at % 8 === 0 && !/measure|parts|megapixel|MB|large|many/.test(what),
)

figure<{ files: readonly HostileFile[] }>({
  id: 'F21',
  promise: 'hostile files handled',
  target: `${hostileFiles.length} files to each of ${taking.length} uploads: all as written, nothing left of a refused one, none served but as a download that runs nothing`,
  small: { files: quick },
  full: { parts: 1, size: { files: hostileFiles }, minutes: 5 },
  async part({ files }) {
    const seen = { files: 0, sent: 0, refused: 0, taken: 0, faults: 0, msMost: 0 }
    const house = await aHouse(21)
    const strange = taking.filter(({ name }) => !uploads[name]).map(({ name }) => name)
    if (strange.length > 0) throw new Error(`which files does it take? ${strange.join(', ')}`)
    for (const file of files) {
      seen.files++
      const bytes = await file.make()
      for (const { name, row } of taking) {
        const { faults, ms } = await sendOne(house, { name, row, file, bytes })
        seen.sent++
        seen.msMost = Math.max(seen.msMost, Math.round(ms))
        seen[typeof file[uploads[name]?.kind ?? 'picture'] === 'string' ? 'taken' : 'refused']++
        seen.faults += faults.length
        if (faults.length > 0) tellFault(`${file.what} (${file.name}) to ${name}`, faults.join('\n  '))
      }
      await house.forgetLimits()
    }
    await house.close()
    return seen
  },
  whyMissed: ({ files = 0, faults = 0, msMost = 0 }, size) => {
    if (faults > 0) return `${faults} not as written`
    // at its small size it runs beside all other tests
    if (size === 'full' && msMost > 5_000) return `one took ${msMost} ms`
    return size === 'full' && files < 60 ? `${files} files are too few` : null
  },
  say: ({ files, sent, refused, taken, msMost }) =>
    `${files} files, ${sent} times sent: ${refused} refused and nothing left of them, ${taken} taken and handed out harmless; the slowest ${msMost} ms`,
})

type One = { name: string; row: Route; file: HostileFile; bytes: Buffer }

async function sendOne(house: House, { name, row, file, bytes }: One) {
  const upload = uploads[name] as Upload
  const kind = may[name]?.[0] as Kind
  const handling = file[upload.kind]
  const { input } = await made(house, name, row, kind)
  const whole = 'fileName' in input ? { ...input, fileName: file.name } : input
  const before = await allThereIs(house)
  const answer = await house.ask(kinds[kind], sentFor(row, whole, bytes))
  const faults =
    typeof handling === 'string'
      ? [
          ...(answer.status === 200 ? [] : [`answered ${answer.status} ${answer.text}`]),
          ...(answer.status === 200 ? await faultsOfTaken(house, upload, whole, { handling, bytes }) : []),
        ]
      : [
          ...faultsOfRefusal(answer, handling),
          ...((await allThereIs(house)) === before ? [] : ['something of it is left']),
        ]
  if (answer.text.includes(canary)) faults.push('told what was hidden in it')
  return { faults, ms: answer.ms }
}

function faultsOfRefusal(answer: Answered, { status, code }: Exclude<Handling, string>): string[] {
  if (answer.status !== status) return [`answered ${answer.status} ${answer.text}, not ${status} ${code}`]
  const said = RefusalAnswer.safeParse(JSON.parse(answer.text)).data
  return said?.code === code ? [] : [`refused with ${answer.text}, not ${code}`]
}

/** It is found again, as what it may be, and nothing of what was hidden in it. */
async function faultsOfTaken(
  house: House,
  { gives, by, type }: Upload,
  input: Record<string, unknown>,
  { handling, bytes }: { handling: Handling; bytes: Buffer },
): Promise<string[]> {
  const wanted = gives === pictures.file ? ['id', 'state', 'name', 'seq'] : ['id', 'party']
  const asked = Object.fromEntries(Object.entries(input).filter(([name]) => wanted.includes(name)))
  const given = await house.ask(kinds[by], sentFor(gives, asked))
  const header = (name: string) => String(given.headers[name] ?? '')
  const kept = given.bytes
  const checks: Record<string, boolean> = {
    'is not found': given.status === 200,
    'is of another type': header('content-type') === type,
    'is shown in place': /^attachment; filename="[\w.-]+"$/.test(header('content-disposition')),
    'may be taken for another type': header('x-content-type-options') === 'nosniff',
    'may run':
      header('content-security-policy') ===
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'has what was hidden':
      !kept.includes(canary) && !kept.includes('<script') && !kept.includes('PK\x05\x06'),
    'tells where it was taken': !/Exif|GPS|8BIM|xap/.test(kept.toString('latin1')),
    'is another': handling !== 'as it is' || kept.equals(bytes),
    'is what was sent': handling !== 'anew' || !kept.equals(bytes),
  }
  const inBooks = await sql<{ found: boolean }>`
    select exists (select from events where detail::text like ${`%${canary}%`})
        or exists (select from pictures where pictures::text like ${`%${canary}%`})
        or exists (select from stored_files where stored_files::text like ${`%${canary}%`}) as found
  `.execute(house.service.db)
  if (inBooks.rows[0]?.found) checks['its name is kept'] = false
  return Object.entries(checks).flatMap(([fault, holds]) => (holds ? [] : [fault]))
}

/** Files on the disk, and how much stands in every table that an upload writes to. */
async function allThereIs({ service }: House): Promise<string> {
  const { rows } = await sql`
    select (select count(*) from stored_files) as files, (select count(*) from pictures) as pictures,
      (select max(id) from events) as event, (select sum(version) from requests) as versions,
      (select count(*) from donor_forms where signature_path is not null) as signed
  `.execute(service.db)
  const onDisk = await readdir(service.settings.DATA_DIR, { recursive: true, withFileTypes: true })
  const places = onDisk.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return JSON.stringify([rows, places.sort()])
}
