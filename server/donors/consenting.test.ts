import { beforeEach, describe, expect, test, vi } from 'vitest'
import { consent, type SeenForm } from '#contract/consent.ts'
import { earlier, hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import { type ConsentDraft, ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import { aDonorForm, type DonorWish } from '#server/demo/makers/donors.ts'
import type { Client } from '#testing/harness/client.ts'
import { closeLater } from '#testing/harness/closing.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, anAccount } from '#testing/makers/makers.ts'
import { verifyEvents } from '../db/sealing.ts'
import { drawingThreads } from '../documents/drawing.ts'
import { FilesUnavailable } from '../platform/storage/files.ts'
import { certificatesOn } from './certificates.ts'
import { consentStore } from './consent-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
beforeEach(() => service.clock.moveTo(now))

/** A bank of its own for each test. */
async function bankOfItsOwn() {
  const { id: bankId } = await aBank(db)
  await anAccount(db, { email: `${bankId}_bloodbank` })
  const bank = service.as(`${bankId}_bloodbank`)
  const aForm = (wish: DonorWish = {}) => aDonorForm(db, { bankId, ...wish }, now)
  return { bankId, bank, aForm }
}

const formOf = (id: string) =>
  db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const eventsOf = (id: string) =>
  db.selectFrom('events').selectAll().where('subjectId', '=', id).orderBy('id').execute()

const draftFrom = (form: SeenForm, change: Partial<ConsentDraft> = {}): ConsentDraft => ({
  ...draftOf(ConsentForm.parse(form)),
  signature: { preference: 'typed', name: 'Gayathri S' },
  ...change,
})

async function seenBy(bank: Client, id: string) {
  const form = await bank.done(consent.show, { id })
  return { id, seen: form.seen, form, draft: draftFrom(form) }
}

test("ROLES-25 what waits is counted: the bank's undecided forms of the last 24 hours", async () => {
  const { bank, aForm } = await bankOfItsOwn()
  await aForm({ submittedAt: earlier(now, minutes(5)) })
  await aForm({ submittedAt: earlier(now, hours(23)) })
  await aForm({ submittedAt: earlier(now, hours(25)) })
  await aForm({ status: 'rejected' })
  await aForm({ status: 'complete' })
  await aDonorForm(db, { bankId: 'redbank' }, now)
  expect(await bank.done(consent.waiting, {})).toEqual({ count: 2 })
})

describe('the list', () => {
  test("CONSENT-STAFF-05 ROLES-25 shows the bank's forms, newest first, twenty and then the rest", async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const own: string[] = []
    for (let at = 0; at < 25; at++) own.unshift((await aForm({ submittedAt: later(now, minutes(at)) })).id)
    await aDonorForm(db, { bankId: 'redbank' }, now)
    const first = await bank.done(consent.list, {})
    expect(first.items.map(({ id }) => id)).toEqual(own.slice(0, 20))
    const second = await bank.done(consent.list, { after: first.next ?? '' })
    expect(second.items.map(({ id }) => id)).toEqual(own.slice(20))
    expect(second.next).toBeNull()
  })

  test('CONSENT-STAFF-04 says the status and how many answers were ticked, and none of them', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const at = (minute: number) => ({ submittedAt: later(now, minutes(minute)) })
    await aForm({ status: 'rejected', deferred: ['cancer'], answered: ['cold', 'smoked'], ...at(3) })
    await aForm({ status: 'complete', ...at(2) })
    await aForm(at(1))
    const { items } = await bank.done(consent.list, {})
    expect(items.map(({ status, flags }) => [status, flags])).toEqual([
      ['rejected', 3],
      ['complete', 0],
      ['incomplete', 0],
    ])
    expect(Object.keys(items[0] ?? {})).not.toContain('answers')
  })

  test('CONSENT-STAFF-02 CONSENT-STAFF-06 AMB-142 finds one form by its donation ID, of the asking bank alone', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id } = await aForm()
    await aForm()
    const other = await aDonorForm(db, { bankId: 'bluebank' }, now)
    expect((await bank.done(consent.find, { id })).items.map((form) => form.id)).toEqual([id])
    expect((await bank.done(consent.find, { id: other.id })).items).toEqual([])
    expect((await bank.done(consent.find, { id: 'zzzzzzzz' })).items).toEqual([])
    expect((await bank.done(consent.find, {})).items).toEqual([])
  })

  test('CONSENT-STAFF-03 AMB-142 finds every visit of a phone number, of the asking bank alone', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const phone = '9840077777'
    const visits = [await aForm({ phone }), await aForm({ phone, submittedAt: later(now, -minutes(9)) })]
    await aForm()
    await aDonorForm(db, { bankId: 'bluebank', phone }, now)
    const { items } = await bank.done(consent.find, { phone })
    expect(items.map(({ id }) => id)).toEqual(visits.map(({ id }) => id))
  })
})

describe('a form', () => {
  test('CONSENT-STAFF-07 is shown whole to its bank, without where the signature lies', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const row = await aForm({ deferred: ['diabetes'], status: 'complete', email: 'g@example.com' })
    const { seen, form } = await seenBy(bank, row.id)
    expect(seen).toMatch(/^[0-9a-f]{16}$/)
    const { signaturePath: _, ...shown } = row
    expect(form).toEqual({ ...shown, isDrawn: false, seen })
  })

  test('CONSENT-STAFF-09 CONSENT-STAFF-12 CONSENT-STAFF-18 CONSENT-STAFF-22 is completed with what the bank found', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const before = await aForm({ bloodGroup: 'O+' })
    const { id, seen, form } = await seenBy(bank, before.id)
    const findings = {
      bloodGroup: 'A-',
      haemoglobin: '13.1',
      pulse: '72',
      temperature: '98.2',
      bloodPressure: '118/76',
      heart: 'Normal',
      lungs: 'Clear',
      reason: 'none',
      fitness: 'FIT',
      quantity: '450ml',
      bagType: 'QUADRUPLE',
      bagNumber: 'RB-1',
      segmentNumber: '88',
      phlebotomist: 'S. Kala',
      startedAt: '10:12',
      endedAt: '10:21',
    } as const
    const at = later(now, minutes(30))
    service.clock.moveTo(at)
    const draft = draftFrom(form, { findings, weightKg: 61.25 })
    await bank.done(consent.complete, { id, seen, draft })
    const after = await formOf(id)
    expect(after).toEqual({
      ...{ ...before, weightKg: 61.25 },
      status: 'complete',
      completedAt: expect.any(Date),
      findings,
      signatureName: 'Gayathri S',
      signaturePath: null,
    })
    expect(Math.abs((after.completedAt?.getTime() ?? 0) - at.getTime())).toBeLessThan(5_000)
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'donor-form-completed', fromStatus: 'incomplete', toStatus: 'complete' },
    ])
  })

  test('CONSENT-STAFF-10 AMB-140 AMB-141 is rejected without a signature, with its reason', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id, seen, form } = await seenBy(bank, (await aForm()).id)
    const draft = draftOf(ConsentForm.parse(form))
    await bank.done(consent.reject, { id, seen, draft: { ...draft, findings: { reason: 'A cold' } } })
    expect(await formOf(id)).toMatchObject({
      status: 'rejected',
      completedAt: null,
      findings: { reason: 'A cold' },
      signatureName: null,
    })
  })

  test('AMB-138 AMB-140 one that came in with gaps is saved, submitted and rejected as it is', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const gaps = { phone: '12-3456-78', donations: 2, lastDonatedOn: null, bornOn: '2015-01-01', age: 20 }
    for (const [act, status] of [
      ['save', 'incomplete'],
      ['complete', 'complete'],
      ['reject', 'rejected'],
    ] as const) {
      const { id, seen, draft } = await seenBy(bank, (await aForm(gaps)).id)
      expect((await bank.call(consent[act], { id, seen, draft })).refusal).toBeNull()
      expect(await formOf(id)).toMatchObject({ ...gaps, status })
    }
  })

  test('CONSENT-STAFF-22 is saved with every detail that staff changed, and stays incomplete', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const before = await aForm()
    const { id, seen, form } = await seenBy(bank, before.id)
    const changed = {
      name: 'Gayathri Selvaraj Devi',
      email: 'g@example.com',
      gender: 'Others',
      bloodGroup: 'AB-',
      phone: '9840099999',
      address: '7 Kutchery Road',
      altAddress: '8 Kutchery Road',
      bornOn: '1995-11-17',
      weightKg: 61.25,
      donations: 3,
      lastDonatedOn: '2026-05-02',
      lastMeal: 'Lunch',
      donorType: 'replacement',
      deferrals: { ...before.deferrals, cancer: true },
      answers: { ...before.answers, cold: true },
      findings: { pulse: '70' },
    } as const
    const saved = await bank.done(consent.save, { id, seen, draft: draftFrom(form, changed) })
    expect(saved).toMatchObject({ ...changed, status: 'incomplete', signatureName: null })
    expect(saved.seen).not.toBe(seen)
    expect(await formOf(id)).toEqual({ ...before, ...changed, age: 30 })
  })

  test.each([
    ['CONSENT-STAFF-14 no donor type', { donorType: null }, 'Form Incomplete'],
    ['CONSENT-STAFF-13 a donor type that is none', { donorType: 'paid' }, 'Form Incomplete'],
    ['CONSENT-STAFF-16 no preference', { signature: { preference: null, name: '' } }, 'Signature'],
    ['AMB-139 a blank name', { signature: { preference: 'typed', name: '  ' } }, 'Form Incomplete'],
    ['AMB-139 nothing drawn', { signature: { preference: 'drawn', name: '' } }, 'Form Incomplete'],
    ['CONSENT-STAFF-13 500 ml', { findings: { quantity: '500ml' } }, 'Invalid Input'],
    ['CONSENT-STAFF-13 a fitness that is none', { findings: { fitness: 'MAYBE' } }, 'Invalid Input'],
    ['CONSENT-STAFF-13 a bag that is none', { findings: { bagType: 'single' } }, 'Invalid Input'],
    ['CONSENT-STAFF-12 a finding that is none', { findings: { hidden: 'x' } }, 'Invalid Input'],
    ['DATA-10 a status of its own', { status: 'complete' }, 'Invalid Input'],
    ['DATA-10 a consent of its own', { consent: false }, 'Invalid Input'],
    ['AMB-198 a reason of 301', { findings: { reason: 'x'.repeat(301) } }, 'Invalid Input'],
  ])('%s is refused and leaves it incomplete', async (_, change, title) => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id, seen, draft } = await seenBy(bank, (await aForm()).id)
    const before = await formOf(id)
    const answer = await bank.raw('PUT', `/api/donor-forms/${id}/completion`, {
      body: { seen, draft: { ...draft, ...change } },
    })
    expect([answer.status, answer.json()]).toEqual([422, expect.objectContaining({ title })])
    expect(await formOf(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })

  test.each(['complete', 'rejected'] as const)(
    'CONSENT-STAFF-11 that is %s answers 409 to every change',
    async (status) => {
      const { bank, aForm } = await bankOfItsOwn()
      const { id, seen, draft } = await seenBy(bank, (await aForm({ status })).id)
      const before = await formOf(id)
      for (const verb of ['save', 'complete', 'reject'] as const) {
        const { status: code, refusal } = await bank.call(consent[verb], { id, seen, draft })
        expect([code, refusal?.title, refusal?.text], verb).toEqual([
          409,
          'Already Decided',
          expect.stringContaining(status),
        ])
      }
      expect(await formOf(id)).toEqual(before)
    },
  )

  test('CONSENT-STAFF-11 F04 of two people at once one decides, and the other is told', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id, seen, draft } = await seenBy(bank, (await aForm()).id)
    const answers = await Promise.all([
      bank.call(consent.complete, { id, seen, draft }),
      bank.call(consent.reject, { id, seen, draft }),
      bank.call(consent.complete, { id, seen, draft }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await eventsOf(id)).length).toBe(1)
  })

  test('CONSENT-STAFF-22 F04 whoever saw it before somebody else saved it is told, and nothing is written over', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id, seen, form, draft } = await seenBy(bank, (await aForm()).id)
    await bank.done(consent.save, { id, seen, draft: draftFrom(form, { findings: { pulse: '70' } }) })
    const late = await bank.call(consent.complete, { id, seen, draft })
    expect([late.status, late.refusal?.title]).toEqual([409, 'Changed Meanwhile'])
    expect(await formOf(id)).toMatchObject({ status: 'incomplete', findings: { pulse: '70' } })
  })
})

describe('the certificate', () => {
  test('CONSENT-STAFF-19 CONSENT-STAFF-20 of a complete form is a PDF of three pages, named after it', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const { id, name } = await aForm({ status: 'complete' })
    const { status, headers, bytes } = await bank.raw('GET', `/api/donor-forms/${id}/certificate`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.pdf"`)
    const { pages, text } = await readPdf(bytes)
    expect(pages).toBe(3)
    expect(text).toContain(name)
  })

  test('CONSENT-STAFF-20 T54 T55 it is drawn once and kept, and anew when what it shows has changed', async () => {
    const { bankId, bank, aForm } = await bankOfItsOwn()
    const { id } = await aForm({ status: 'complete' })
    const download = async () => (await bank.raw('GET', `/api/donor-forms/${id}/certificate`)).bytes
    const kept = () =>
      db
        .selectFrom('storedFiles')
        .select('id')
        .where('path', '=', `certificates/${bankId}/${id}.pdf`)
        .execute()
    const first = await download()
    const before = await kept()
    expect(before.length).toBe(1)
    expect(await download()).toEqual(first)
    expect(await kept()).toEqual(before)
    await db
      .updateTable('organisations')
      .set({ address: '7 Kutchery Road' })
      .where('id', '=', bankId)
      .execute()
    expect((await readPdf(await download())).text).toContain('7 Kutchery Road')
    const after = await kept()
    expect([after.length, after[0]?.id === before[0]?.id]).toEqual([1, false])
  })

  test('X11 a store that keeps nothing keeps nobody from a certificate', async () => {
    const away = () => Promise.reject(new FilesUnavailable('gone'))
    const other = await aService({
      now,
      settings: { ROLE: 'web' },
      files: { put: away, get: away, remove: away },
    })
    const { id } = await aDonorForm(other.db, { bankId: 'redbank', status: 'complete' }, now)
    const url = `/api/donor-forms/${id}/certificate`
    expect((await other.as('redbank_bloodbank').raw('GET', url)).status).toBe(200)
  })

  test('X11 one that could not be kept is in the log', async () => {
    const { bankId, aForm } = await bankOfItsOwn()
    const { id } = await aForm({ status: 'complete' })
    const warn = vi.fn()
    const away = () => Promise.reject(new FilesUnavailable('gone'))
    const drawing = drawingThreads()
    closeLater(() => drawing.close())
    const store = consentStore(db, bankId)
    const form = await store.find(id)
    if (!form) throw new Error('no form')
    const certificate = certificatesOn({ files: { keep: away, get: away }, drawing, warn })
    expect((await certificate(form, await store.bank(), away)).length).toBeGreaterThan(1_000)
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ form: id }), 'a certificate was not kept')
  })

  test('T54 many at once are drawn beside the thread that answers everybody', async () => {
    const { bank, aForm } = await bankOfItsOwn()
    const forms = await Promise.all(Array.from({ length: 6 }, () => aForm({ status: 'complete' })))
    const [all, here] = [process.cpuUsage(), process.threadCpuUsage()]
    const answers = await Promise.all(
      forms.map(({ id }) => bank.raw('GET', `/api/donor-forms/${id}/certificate`)),
    )
    const [allSince, hereSince] = [process.cpuUsage(all), process.threadCpuUsage(here)]
    expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 200))
    // drawn here, it would be nearly all of it
    expect(hereSince.user / allSince.user).toBeLessThan(0.75)
  })

  test.each(['incomplete', 'rejected'] as const)(
    'CONSENT-STAFF-19 there is none of a form that is %s',
    async (status) => {
      const { bank, aForm } = await bankOfItsOwn()
      const { id } = await aForm({ status })
      const answer = await bank.raw('GET', `/api/donor-forms/${id}/certificate`)
      expect([answer.status, answer.json()]).toEqual([
        409,
        expect.objectContaining({ title: 'No Certificate' }),
      ])
    },
  )
})

test('F20 the trail of all of it is whole', async () => {
  expect(await verifyEvents(db)).toMatchObject({ faults: [] })
})
