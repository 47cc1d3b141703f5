import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consent, type SeenForm } from '#contract/consent.ts'
import { donors as routes } from '#contract/donors.ts'
import { ConsentForm } from '#domain/donors/consenting.ts'
import { operatorOn } from '#server/db/operator.ts'
import { donorCommand } from '#server/donors/donor-command.ts'
import { eraseForm } from '#server/donors/erasing.ts'
import { filesOf } from '#server/platform/storage/storage.ts'
import type { Client } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { aBank, anAccount, aStaffedHospital } from '../../makers/makers.ts'
import { send } from '../../makers/pictures.ts'
import { anEmptySignature, aSignature } from '../../makers/signatures.ts'
import { instantAt } from '../time.ts'
import type { World } from '../walking.ts'
import { formIn, sentBy, typedOver } from './by-rules.ts'
import type { Act, Donors, Seen, Wish, Written } from './model.ts'

type Kept = Wish & { readonly id: string; readonly key: string; readonly pages: Map<string, SeenForm> }

const clerks = ['asha', 'bala']

/** Worlds of one real service, each with two banks of its own. */
export function donorsOverHttp(service: TestService): () => Promise<World<Donors>> {
  const files = filesOf(service.settings)
  const drawings = Promise.all([aSignature(), anEmptySignature()])
  return async () => {
    const [drawn, empty] = await drawings
    return aWorld(service, { files, drawn, empty })
  }
}

type Parts = { files: ReturnType<typeof filesOf>; drawn: Buffer; empty: Buffer }

async function aWorld(service: TestService, { files, drawn, empty }: Parts): Promise<World<Donors>> {
  const { db, anonymous } = service
  const banks = [(await aBank(db)).id, (await aBank(db)).id]
  const clients = new Map<string, Client>()
  for (const bank of banks)
    for (const clerk of clerks) {
      const grant = { product: 'bloodbank', role: 'admin', organisationId: bank } as const
      const { email } = await anAccount(db, { email: `${clerk}.${bank}`, grant })
      clients.set(`${clerk}.${bank}`, service.as(email))
    }
  const { admin } = await aStaffedHospital(db)
  const [provider, hospital] = [service.as('bloodsupport'), service.as(admin)]
  const clerkOf = (bank: string, clerk: string) => clients.get(`${clerk}.${bank}`) as Client
  const otherThan = (bank: string) => banks.find((one) => one !== bank) ?? ''
  const forms: Kept[] = []

  return {
    people: { banks, clerks },
    async begin(wish, now) {
      service.clock.standAt(instantAt(now))
      await db.deleteFrom('rateLimits').execute()
      const key = randomUUID()
      const { body } = await submit(wish, key)
      forms.push({ ...wish, id: body.id, key, pages: new Map() })
    },
    act(at, act, now) {
      service.clock.standAt(instantAt(now))
      return actOn(forms[at] as Kept, act, instantAt(now))
    },
    async seen(now) {
      service.clock.standAt(instantAt(now))
      const lists = new Map(await Promise.all(banks.map(async (bank) => [bank, await listOf(bank)] as const)))
      return Promise.all(forms.map((kept) => seenIn(kept, lists.get(kept.bank) ?? [])))
    },
  }

  function submit(wish: Wish, idempotencyKey: string) {
    return anonymous.call(routes.submit, { ...sentBy(wish), bankId: wish.bank }, { idempotencyKey })
  }

  /** Nothing of the other bank's is among them. */
  async function listOf(bank: string) {
    const { items } = await clerkOf(bank, 'asha').done(consent.list, {})
    const strangers = items.filter(({ id }) => !forms.some((one) => one.bank === bank && one.id === id))
    if (strangers.length > 0) throw new Error(`${bank} has a form that was not sent to it`)
    return items
  }

  async function actOn(kept: Kept, act: Act, now: Date): Promise<string> {
    const { id, bank, pages } = kept
    switch (act.kind) {
      case 'send again': {
        const { status, body } = await submit(kept, kept.key)
        return status === 200 && body.id !== id ? 'another form' : answerOf(status)
      }
      case 'meddle':
        return meddle(kept)
      case 'erase': {
        const isGone = await eraseForm({ db, files }, id, 'asked', (run) => operatorOn(db)(now, run))
        return isGone ? 'done' : 'unknown'
      }
      case 'export':
        return exported(kept, now)
      case 'look': {
        const { status, body } = await clerkOf(bank, act.clerk).call(consent.show, { id })
        if (status !== 200) return answerOf(status)
        pages.set(act.clerk, body)
        return 'done'
      }
      case 'complete twice': {
        const { status, body } = await clerkOf(bank, 'asha').call(consent.show, { id })
        if (status !== 200) return 'unknown, unknown'
        const draft = {
          ...typedOver(plain(body), 'nothing'),
          signature: { preference: 'typed', name: 'Both' },
        } as const
        const both = await Promise.all(
          clerks.map((clerk) => clerkOf(bank, clerk).call(consent.complete, { id, seen: body.seen, draft })),
        )
        return both
          .map((answer) => answerOf(answer.status))
          .sort()
          .join(', ')
      }
      default:
        return staffDo(kept, act)
    }
  }

  async function staffDo({ id, bank, pages }: Kept, act: Written): Promise<string> {
    const page = pages.get(act.clerk)
    if (!page) return 'nothing'
    const client = clerkOf(bank, act.clerk)
    const { seen } = page
    if (!('change' in act)) {
      const answer = await send(client, consent.sign, { id, seen }, act.kind === 'draw' ? drawn : empty)
      if (answer.status === 200) pages.set(act.clerk, consent.sign.output.parse(answer.json()))
      return answerOf(answer.status)
    }
    const draft = typedOver(plain(page), act.change)
    const signed = act.kind === 'complete' ? { ...draft, signature: act.signing } : draft
    const { status, body } = await client.call(consent[act.kind], { id, seen, draft: signed })
    if (status === 200) pages.set(act.clerk, body)
    return answerOf(status)
  }

  /** With the right page in their hands, too. */
  async function meddle({ id, bank, pages }: Kept): Promise<string> {
    const stranger = clerkOf(otherThan(bank), 'bala')
    const page = [...pages.values()].at(-1)
    const draft = page ? { id, seen: page.seen, draft: typedOver(plain(page), 'nothing') } : null
    const answers = [
      await stranger.call(consent.show, { id }),
      ...(draft
        ? [await stranger.call(consent.save, draft), await stranger.call(consent.reject, draft)]
        : []),
      await stranger.raw('GET', `/api/donor-forms/${id}/certificate`),
      await stranger.raw('GET', `/api/donor-forms/${id}/signature`),
    ].map(({ status }) => answerOf(status))
    return [...new Set(answers)].join(', ')
  }

  /** What lies in the folder; and that it is this donor's. */
  async function exported({ id }: Kept, now: Date): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'crossmatch-export-'))
    try {
      const { databaseUrl } = service
      const parts = { databaseUrl, ownerUrl: null, files, now, say: () => undefined }
      if ((await donorCommand(['export', id, folder], parts)) !== 0) return 'unknown'
      const { form } = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8'))
      if (!JSON.stringify(form).includes(id)) throw new Error('the form of somebody else')
      return (await readdir(folder))
        .map((name) => name.split('.').at(-1))
        .sort()
        .join(', ')
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  async function seenIn({ id, bank }: Kept, listed: Awaited<ReturnType<typeof listOf>>): Promise<Seen> {
    const clerk = clerkOf(bank, 'bala')
    const row = listed.find((one) => one.id === id)
    const fetched = (name: string) => clerk.raw('GET', `/api/donor-forms/${id}/${name}`)
    const shown = await clerk.call(consent.show, { id })
    const [certificate, drawing] = [await fetched('certificate'), await fetched('signature')]
    if (certificate.status === 200 && !certificate.text.includes(id))
      throw new Error('the certificate of another')
    const others = [clerkOf(otherThan(bank), 'asha'), provider, hospital]
    const got = await Promise.all(others.map((one) => one.raw('GET', `/api/donor-forms/${id}`)))
    const files = await db
      .selectFrom('storedFiles')
      .select('path')
      .where('path', 'like', `%/${id}%`)
      .execute()
    return {
      listed: row
        ? { status: row.status, name: row.name, phone: row.phone, age: row.age, flags: row.flags }
        : null,
      shown: shown.status === 200 ? formIn(plain(shown.body)) : null,
      certificate: certificate.status === 200 ? 'there' : certificate.status === 409 ? 'not yet' : 'unknown',
      drawing: drawing.status === 200 ? 'there' : 'unknown',
      others: got.map(({ status }) => (status === 403 ? 'not theirs' : answerOf(status))),
      files: files.length,
    }
  }
}

const plain = ({ seen: _, ...form }: SeenForm): ConsentForm => ConsentForm.parse(form)

function answerOf(status: number): string {
  if (status === 200) return 'done'
  if (status === 404) return 'unknown'
  if (status === 409) return 'stale'
  if (status === 422) return 'refused'
  throw new Error(`answered ${status}`)
}
