import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { consent } from '#contract/consent.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBomb, aJpeg, aPng, send } from '#testing/makers/pictures.ts'
import { anEmptySignature, aSignature } from '#testing/makers/signatures.ts'

let service: TestService
let bank: Client
beforeAll(async () => {
  service = await aService({ settings: { ROLE: 'web' } })
  bank = service.as('redbank_bloodbank')
})

const rowOf = (id: string) =>
  service.db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const filesOf = (id: string) =>
  service.db.selectFrom('storedFiles').select('path').where('path', 'like', `signatures/%${id}%`).execute()
async function aSeenForm(wish: Parameters<typeof aDonorForm>[1] = {}) {
  const { id } = await aDonorForm(service.db, wish)
  return bank.done(consent.show, { id })
}

describe('a drawn signature', () => {
  test('CONSENT-STAFF-18 of version 1.0.1, which lay at its path, is swept once another is in its place', async () => {
    const path = 'signatures/redbank/of-old.png'
    const { id, seen } = await aSeenForm({ signatureName: null, signaturePath: path })
    expect((await send(bank, consent.sign, { id, seen }, await aSignature())).status).toBe(200)
    const swept = service.db.selectFrom('storedFiles').select('path').where('contentKey', '=', path)
    expect(await swept.execute()).toEqual([{ path: null }])
  })

  test('CONSENT-STAFF-18 AMB-144 is kept at a private path and signs the form in place of a name', async () => {
    const { id, seen } = await aSeenForm()
    const answer = await send(bank, consent.sign, { id, seen }, await aSignature())
    expect(answer.status).toBe(200)
    const signed = consent.sign.output.parse(answer.json())
    expect(signed).toMatchObject({ status: 'incomplete', isDrawn: true })
    expect(answer.text).not.toContain('signatures/')
    const draft = {
      ...draftOf(ConsentForm.parse(signed)),
      signature: { preference: 'drawn', name: 'Left over' },
    } as const
    await bank.done(consent.complete, { id, seen: signed.seen, draft })
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'complete', signatureName: null })
    expect(row.signaturePath).toMatch(new RegExp(`^signatures/redbank/${id}-[0-9a-f]{16}\\.png$`))
    const kept = await readFile(await service.placeOf(row.signaturePath))
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 500, height: 200 })
    const shown = await bank.raw('GET', `/api/donor-forms/${id}/signature`)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(shown.bytes).toEqual(kept)
    const certificate = await bank.raw('GET', `/api/donor-forms/${id}/certificate`)
    expect(certificate.bytes.toString('latin1')).toMatch(/\/Subtype \/Image/)
  })

  test('CONSENT-STAFF-18 a name that was preferred in the end is stored alone', async () => {
    const { id, seen } = await aSeenForm()
    const signed = consent.sign.output.parse(
      (await send(bank, consent.sign, { id, seen }, await aSignature())).json(),
    )
    const draft = {
      ...draftOf(ConsentForm.parse(signed)),
      signature: { preference: 'typed', name: 'Gayathri' },
    } as const
    await bank.done(consent.complete, { id, seen: signed.seen, draft })
    expect(await rowOf(id)).toMatchObject({ signatureName: 'Gayathri', signaturePath: null })
  })

  test('T55 once the form is decided it stays as it was', async () => {
    const { id, seen } = await aSeenForm({ status: 'complete' })
    const before = await rowOf(id)
    const answer = await send(bank, consent.sign, { id, seen }, await aSignature())
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'already-decided' }),
    ])
    expect([await rowOf(id), await filesOf(id)]).toEqual([before, []])
  })

  test('T53 whatever hides in the file is not kept', async () => {
    const { id, seen } = await aSeenForm()
    const telling = await sharp(await aSignature())
      .withExif({ IFD0: { Software: 'secret-canary' } })
      .png()
      .toBuffer()
    await send(
      bank,
      consent.sign,
      { id, seen },
      Buffer.concat([telling, Buffer.from('<script>secret-canary')]),
    )
    const path = (await rowOf(id)).signaturePath ?? ''
    const kept = await readFile(await service.placeOf(path))
    expect(kept.toString('latin1')).not.toContain('secret-canary')
  })
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="200"><path d="M0 0L9 9"/></svg>',
)

describe('what is no signature is refused and nothing is written', () => {
  test.each([
    ['a JPEG of the right size', () => aJpeg({ width: 500, height: 200 }), 422, 'not-a-signature'],
    ['a PNG of another size', () => aSignature({ width: 501, height: 200 }), 422, 'not-a-signature'],
    ['a PNG on its side', () => aPng({ width: 200, height: 500 }), 422, 'not-a-signature'],
    ['an SVG', async () => svg, 422, 'not-a-signature'],
    ['half a PNG', async () => (await aSignature()).subarray(0, 900), 422, 'not-a-signature'],
    ['a bomb', async () => aBomb(100), 422, 'not-a-signature'],
    ['nothing', async () => Buffer.alloc(0), 422, 'not-a-signature'],
    ['an empty canvas', anEmptySignature, 422, 'not-drawn'],
    ['5 MB', async () => Buffer.concat([await aSignature(), Buffer.alloc(5e6)]), 413, 'too-large'],
  ])('T53 CONSENT-STAFF-17 %s', async (_, make, status, code) => {
    const { id, seen } = await aSeenForm()
    const before = await rowOf(id)
    const answer = await send(bank, consent.sign, { id, seen }, await make())
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([status, code])
    expect([await rowOf(id), await filesOf(id)]).toEqual([before, []])
  })

  test('ROLES-25 T53 one for the form of another bank, which is not there', async () => {
    const { id } = await aDonorForm(service.db, { bankId: 'bluebank' })
    const { seen } = await service.as('bluebank_bloodbank').done(consent.show, { id })
    const before = await rowOf(id)
    const answer = await send(bank, consent.sign, { id, seen }, await aSignature())
    expect([answer.status, answer.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })])
    expect([await rowOf(id), await filesOf(id)]).toEqual([before, []])
  })

  test('CONSENT-STAFF-22 one for a form that somebody else saved meanwhile', async () => {
    const { id, seen, ...form } = await aSeenForm()
    const draft = { ...draftOf(ConsentForm.parse({ id, ...form })), findings: { pulse: '70' } }
    await bank.done(consent.save, { id, seen, draft })
    const answer = await send(bank, consent.sign, { id, seen }, await aSignature())
    expect([answer.status, answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'changed-meanwhile' }),
    ])
    expect(await filesOf(id)).toEqual([])
  })
})

test('X11 a signature that cannot be written leaves no row that names it', async () => {
  const broken = await aService({
    settings: { ROLE: 'web' },
    files: {
      put: () => Promise.reject(new Error('disk full')),
      get: async () => null,
      remove: async () => undefined,
    },
  })
  const { id } = await aDonorForm(broken.db)
  const client = broken.as('redbank_bloodbank')
  const { seen } = await client.done(consent.show, { id })
  expect((await send(client, consent.sign, { id, seen }, await aSignature())).status).toBeGreaterThanOrEqual(
    500,
  )
  const row = await broken.db
    .selectFrom('donorForms')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.signaturePath).toBeNull()
})

test('AMB-143 a certificate whose drawing is lost is not made without it', async () => {
  const path = 'signatures/redbank/lost.png'
  const { id } = await aDonorForm(service.db, {
    status: 'complete',
    signatureName: null,
    signaturePath: path,
  })
  const answer = await bank.raw('GET', `/api/donor-forms/${id}/certificate`)
  expect([answer.status, answer.json()]).toEqual([409, expect.objectContaining({ code: 'signature-lost' })])
  expect(answer.text).not.toContain('signatures/')
})
