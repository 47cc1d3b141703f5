import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { consent } from '#contract/consent.ts'
import { donors } from '#contract/donors.ts'
import { messages as outbox } from '#contract/messages.ts'
import { requests } from '#contract/requests.ts'
import { dayOf } from '#domain/basics/time.ts'
import { ConsentForm, certificatePath, draftOf } from '#domain/donors/consenting.ts'
import { aDonorDraft, aDonorForm } from '#server/demo/makers/donors.ts'
import { ownerUrlOf } from '#testing/harness/database.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { send } from '#testing/makers/pictures.ts'
import { keepBags, takenIn, tested } from '#testing/makers/shelves.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import { verifyEvents } from '../db/sealing.ts'
import { nameFile } from '../db/stored-files.ts'
import type { Drawing } from '../documents/drawing.ts'
import { filesOf } from '../platform/storage/storage.ts'
import { donorCommand, retentionCommand } from './donor-command.ts'
import { ageOut } from './erasing.ts'

const canaries = ['Canaria Quillfeather', '9811112222', 'quill@canary.example', '77 Canary Lane']
const [name = '', phone = '', email = '', address = ''] = canaries

let service: TestService
beforeAll(async () => {
  service = await aService({ settings: { ROLE: 'web' } })
})

const lines: string[] = []
const parts = () => ({
  databaseUrl: service.databaseUrl,
  ownerUrl: ownerUrlOf(service.databaseUrl),
  files: filesOf(service.settings),
  now: service.clock.now(),
  say: (line: string) => void lines.push(line),
})

/** Signed by hand, complete, its certificate drawn and kept, and its donation found reactive. */
async function aDecidedForm(): Promise<string> {
  const bank = service.as('redbank_bloodbank')
  const { id } = await aDonorForm(service.db, { name, phone, email, address })
  const { seen } = await bank.done(consent.show, { id })
  const signed = consent.sign.output.parse(
    (await send(bank, consent.sign, { id, seen }, await aSignature())).json(),
  )
  const draft = {
    ...draftOf(ConsentForm.parse(signed)),
    signature: { preference: 'drawn', name: '' },
  } as const
  await bank.done(consent.complete, { id, seen: signed.seen, draft })
  expect((await bank.raw('GET', `/api/donor-forms/${id}/certificate`)).status).toBe(200)
  await keepBags(service.db, 'redbank')
  const collectedOn = dayOf(service.clock.now())
  const [bag] = await takenIn(bank, { donorFormId: id, bloodGroup: 'B+', collectedOn })
  await tested(bank, bag?.number ?? '', [...clearTests('B+'), { test: 'HIV', result: 'reactive' }])
  return id
}

/** Every row of every table, every file of this database and every stored file that has one of these in it. */
async function placesOf(words: readonly string[]): Promise<string[]> {
  const { owner } = service
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('information_schema')`.execute(owner)
  const found: string[] = []
  for (const table of tables)
    for (const word of words) {
      const { rows } =
        await sql`select 1 from ${sql.raw(table.name)} as one where strpos(one::text, ${word}) > 0 limit 1`.execute(
          owner,
        )
      if (rows.length > 0) found.push(`${table.name} has ${word}`)
    }
  await sql`checkpoint`.execute(owner)
  const { rows: where } = await sql<{ folder: string }>`
    select current_setting('data_directory') || '/base/' || oid as folder from pg_database where datname = current_database()`.execute(
    owner,
  )
  for (const folder of [where[0]?.folder ?? '', service.settings.DATA_DIR])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
      for (const word of words) if (bytes.includes(word)) found.push(`${entry.name} has ${word}`)
    }
  return found
}

/** What was made of it, and found in it. */
const bagsOf = (id: string) =>
  service.db
    .selectFrom('bags')
    .innerJoin('donationTests', 'donationTests.number', 'bags.number')
    .select(['bags.state', 'result'])
    .where('donorFormId', '=', id)
    .where('test', '=', 'HIV')
    .orderBy('donationTests.id')
    .execute()

const eventsOf = (id: string) =>
  service.db
    .selectFrom('events')
    .select(['kind', 'detail'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute()

test('AMB-283 T55 one donor is erased: no row, no page of the database and no file has them; number, bank and trail stay', async () => {
  const id = await aDecidedForm()
  await sql`analyze donor_forms`.execute(service.owner)
  expect((await placesOf(canaries)).length).toBeGreaterThan(3)
  const files = () =>
    service.db.selectFrom('storedFiles').select('path').where('path', 'like', `%${id}%`).execute()
  expect(await files()).toHaveLength(2)
  // the trigger still refuses whoever does not say so
  await expect(service.db.deleteFrom('donorForms').where('id', '=', id).execute()).rejects.toThrow(
    'cannot change',
  )

  expect(await donorCommand(['erase', id], parts())).toBe(2)
  expect(await donorCommand(['erase', id, '--confirm'], parts()), lines.join('\n')).toBe(0)
  expect(await placesOf(canaries)).toEqual([])
  expect(await files()).toEqual([])
  const left = await service.db.selectFrom('erasedForms').selectAll().where('id', '=', id).execute()
  expect(left).toMatchObject([{ id, bankId: 'redbank', status: 'complete', why: 'asked' }])
  expect((await bagsOf(id)).map(({ result }) => result)).toEqual(['negative', 'reactive'])
  expect((await eventsOf(id)).at(-1)).toEqual({ kind: 'donor-form-erased', detail: '{"why":"asked"}' })
  expect(await verifyEvents(service.db)).toMatchObject({ faults: [] })
  expect((await service.as('redbank_bloodbank').call(consent.show, { id })).status).toBe(404)
  // again it is done, and told so
  expect(await donorCommand(['erase', id, '--confirm'], parts())).toBe(0)
  // a file of it that somebody named meanwhile goes then
  const kept = await service.files.keep(Buffer.from(`%PDF of ${name}`), 'pdf')
  const path = certificatePath({ bankId: 'redbank', id })
  await service.db.transaction().execute((tx) => nameFile(tx, path, kept))
  expect(await donorCommand(['erase', id, '--confirm'], parts())).toBe(0)
  expect(lines.at(-1)).toContain('1 of its files')
  expect(await placesOf([name])).toEqual([])
  expect(await donorCommand(['erase', 'ffffffff', '--confirm'], parts())).toBe(1)
  await expect(sql`delete from erased_forms`.execute(service.owner)).rejects.toThrow('append-only')
})

test('AMB-283 a donor is erased from the pages also while somebody looks at an older state', async () => {
  const id = await aDecidedForm()
  const looked = Promise.withResolvers<void>()
  const enough = Promise.withResolvers<void>()
  const looking = service.owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select 1 from organisations`.execute(tx)
      looked.resolve()
      await enough.promise
    })
  await looked.promise
  setTimeout(enough.resolve, 700)
  expect(await donorCommand(['erase', id, '--confirm'], parts()), lines.join('\n')).toBe(0)
  await looking
  expect(await placesOf(canaries)).toEqual([])
})

test('AMB-283 AMB-396 all that is kept of one donor is written into a folder, with the certificate', async () => {
  const id = await aDecidedForm()
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-donor-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(await donorCommand(['export', id, folder], parts())).toBe(0)
  expect((await readdir(folder)).sort()).toEqual([`${id}-signature.png`, `${id}.json`, `${id}.pdf`])
  const told = await readFile(join(folder, `${id}.json`), 'utf8')
  for (const word of canaries) expect(told).toContain(word)
  const [{ number, ...donation }] = JSON.parse(told).donations
  expect(number).toMatch(/^T\d+/)
  expect(donation.bags).toMatchObject([{ component: 'PRBC', bloodGroup: 'B+', state: 'discarded' }])
  expect(donation.results).toContainEqual(expect.objectContaining({ test: 'HIV', result: 'reactive' }))
  expect((await readFile(join(folder, `${id}.pdf`))).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await eventsOf(id)).at(-1)?.kind).toBe('donor-form-exported')
  expect(await donorCommand(['export', id, folder], parts())).toBe(2)
})

test('AMB-396 a form that is erased while its certificate is drawn leaves none', async () => {
  const [began, drawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const drawing = {
    async run() {
      began.resolve()
      await drawn.promise
      return Buffer.from(`%PDF of ${name}`)
    },
  } as unknown as Drawing
  const house = await aService({ settings: { ROLE: 'web' }, drawing })
  const { id } = await aDonorForm(house.db, { name, status: 'complete' })
  const asked = house.as('redbank_bloodbank').raw('GET', `/api/donor-forms/${id}/certificate`)
  await began.promise
  const { databaseUrl, settings } = house
  const where = { databaseUrl, ownerUrl: ownerUrlOf(databaseUrl), files: filesOf(settings) }
  expect(await donorCommand(['erase', id, '--confirm'], { ...parts(), ...where })).toBe(0)
  drawn.resolve()
  expect((await asked).status).toBe(404)
  const named = house.db.selectFrom('storedFiles').select('path').where('path', 'is not', null)
  expect(await named.execute()).toEqual([])
})

test('AMB-284 AMB-397 nothing goes by age until an operator says after how many days', async () => {
  const now = service.clock.now()
  const old = new Date(now.getTime() - 100 * 86_400_000)
  const { id } = await aDonorForm(service.db, { submittedAt: old })
  const { id: young } = await aDonorForm(service.db, {})
  await service.as('firm_pilot').done(requests.raise, aDraft(now))
  await service.db.updateTable('notifications').set({ createdAt: old, state: 'sent' }).execute()
  const errors: unknown[] = []
  const { operatorOn } = await import('../db/operator.ts')
  const transact = (_by: unknown, at: Date, act: Parameters<ReturnType<typeof operatorOn>>[1]) =>
    operatorOn(service.db)(at, act)
  const night = () =>
    ageOut({
      ...parts(),
      db: service.db,
      transact: transact as never,
      now,
      onError: (error) => errors.push(error),
    })
  const isThere = async (form: string) =>
    (await service.db.selectFrom('donorForms').select('id').where('id', '=', form).execute()).length === 1
  await night()
  expect([await isThere(id), await isThere(young)]).toEqual([true, true])

  expect(await retentionCommand(['donor-forms', '0'], parts())).toBe(2)
  expect(await retentionCommand(['donor-forms', '90'], parts())).toBe(0)
  expect(await retentionCommand(['messages', '90'], parts())).toBe(0)
  await night()
  expect([await isThere(id), await isThere(young), errors]).toEqual([false, true, []])
  const messages = await service.db.selectFrom('notifications').select(['recipient', 'body']).execute()
  expect(messages.every(({ recipient, body }) => recipient === '' && body === '')).toBe(true)
  const failed = service.db.updateTable('notifications').set({ state: 'failed' }).returning('id')
  const [emptied] = await failed.execute()
  const again = await service.as('bloodsupport').call(outbox.resend, { id: emptied?.id ?? 0 })
  expect([again.status, again.refusal?.code]).toEqual([422, 'emptied'])
  expect(await retentionCommand(['donor-forms', 'off'], parts())).toBe(0)
  expect(lines.slice(-2)).toEqual(['donor-forms: kept as long as there is room', 'messages: 90 days'])
})

test('AMB-285 T45 what was erased is not brought back by a phone that sends it again', async () => {
  const draft = { bankId: 'redbank', ...aDonorDraft({ name, phone }) }
  const sendIt = () => service.anonymous.call(donors.submit, draft, { idempotencyKey: 'a'.repeat(32) })
  const { body } = await sendIt()
  expect((await sendIt()).body.id).toBe(body.id)
  expect(await donorCommand(['erase', body.id, '--confirm'], parts())).toBe(0)
  const again = await sendIt()
  expect([again.status, again.refusal?.code]).toEqual([422, 'key-reused'])
  const kept = service.db
    .selectFrom('idempotencyKeys')
    .select('fingerprint')
    .where('key', '=', 'a'.repeat(32))
  expect(await kept.execute()).toEqual([{ fingerprint: 'erased' }])
})
