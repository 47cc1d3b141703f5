import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { certificateWords } from '#domain/donors/certificate-words.ts'
import type { ConsentForm } from '#domain/donors/consenting.ts'
import { deferralKeys, questionKeys } from '#domain/donors/questions.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { donorWordsTa } from '#domain/donors/words-ta.ts'
import { donorFormRow } from '#server/demo/makers/donors.ts'
import { contentsOf, fontsIn, readPdf, wordsSaidIn } from '#testing/harness/pdf-text.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import { certificatePdf } from './certificate.ts'
import { certificateDesign } from './certificate-design.ts'
import { lookIntoPdf } from './pdf-look.ts'

const bank = { name: 'Red Bank', address: '14 Cathedral Road, Chennai 600086', phones: ['+914428110014'] }

function aForm(change: Partial<ConsentForm> = {}): ConsentForm {
  const row = donorFormRow(
    { status: 'complete', deferred: ['diabetes'], answered: ['tattoos'] },
    instantOf('2026-11-15', '10:00'),
  )
  return { ...row, isDrawn: false, ...change } as ConsentForm
}

const made = (change: Partial<ConsentForm> = {}, drawn: Buffer | null = null) =>
  certificatePdf({ form: aForm(change), bank, drawn, mark: 'cafe' })

/** All letters without the blanks, which a reader of PDF sets where lines break. */
const letters = (text: string) => text.normalize('NFD').replaceAll(/\s/g, '')

/** In the order of the glyphs: a sign that is written before its letter comes before it. */
const asDrawn = (text: string) => letters(text).replaceAll(/([க-ஹ])([ெ-ை])/gu, '$2$1')

test.each(['en', 'ta'] as const)(
  'AMB-264 without a quantity no certificate says that blood was given; the first page has who signs: %s',
  async (language) => {
    const own = certificateWords[language]
    const { findings } = aForm()
    const [whole, gap] = await Promise.all(
      [findings, { ...findings, quantity: undefined }].map(async (found) =>
        letters((await readPdf(await made({ language, findings: found }))).text),
      ),
    )
    const said = (words: string) => [whole, gap].map((text) => text?.includes(asDrawn(words)))
    expect(said(own.unmeasured.quantity)).toEqual([false, true])
    if (language === 'en') {
      expect(said(own.title)).toEqual([true, false])
      expect(said(own.thanks)).toEqual([true, false])
      expect(said(own.donatedOn)).toEqual([true, false])
    }
    expect(said(own.officer)).toEqual([true, true])
  },
)

describe('CONSENT-STAFF-20 AMB-143 a certificate, opened again', () => {
  test.each(['en', 'ta'] as const)(
    'has three A4 pages with every word in its language: %s',
    async (language) => {
      const words = language === 'en' ? donorWordsEn : donorWordsTa
      const own = certificateWords[language]
      const form = aForm({ language, name: language === 'ta' ? 'மு. செல்வி' : 'Selvi Murugan' })
      const pdf = await certificatePdf({ form, bank, drawn: null, mark: 'cafe' })
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      const { pages, text, size } = await readPdf(pdf)
      expect([pages, size]).toEqual([3, [595, 842]])
      for (const said of [
        own.title,
        bank.name,
        form.id,
        form.name,
        form.phone,
        form.address,
        words.city,
        words.bloodGroups[form.findings?.bloodGroup ?? 'O-'],
        own.quantities['350ml'],
        '15 Nov 2026',
        words.declarations.consent.text,
        words.declarations.screening.text,
        own.signature,
        ...deferralKeys.map((key) => words.deferrals[key]),
        ...questionKeys.map((key) => words.answers[key]),
        ...Object.values(words.periods),
        ...Object.values(own.findings),
        ...Object.values({ ...form.findings, bloodGroup: '', fitness: '', quantity: '', bagType: '' }),
      ]) {
        expect(letters(text), String(said)).toContain(asDrawn(String(said)))
      }
    },
  )

  test('T54 every font comes with the file, and nothing but pages', async () => {
    const pdf = await made({ language: 'ta' })
    expect(lookIntoPdf(pdf)).toBeNull()
    const fonts = fontsIn(pdf)
    // each weight once
    expect(fonts.length).toBe(2)
    expect(fonts.filter(({ name, isEmbedded }) => !isEmbedded || !name.includes('NotoSansTamil'))).toEqual([])
  })

  test('every Tamil word can be searched for as it is written', async () => {
    const said = wordsSaidIn(await made({ language: 'ta', name: 'மு. செல்வி' })).join(' ')
    const { deferrals, answers, periods, city } = donorWordsTa
    const declared = Object.values(donorWordsTa.declarations).map(({ title, text }) => [title, text])
    const all = [deferrals, answers, declared, periods, city, certificateWords.ta.findings, 'மு. செல்வி']
    const words = JSON.stringify(all).match(/[\u0b80-\u0bff]+/g) ?? []
    const turned = words.filter((word) => /[ெ-ௌ]/u.test(word))
    expect(turned.length).toBeGreaterThan(100)
    expect(turned.filter((word) => !said.includes(word))).toEqual([])
  })

  test('T55 made again it is the same, byte for byte', async () => {
    const form = aForm()
    const again = () => certificatePdf({ form, bank, drawn: null, mark: 'cafe' })
    expect((await again()).equals(await again())).toBe(true)
  })

  test('one that is drawn otherwise has another design: count it up, and those that are kept are drawn anew', async () => {
    const sums = []
    for (const language of ['en', 'ta'] as const) {
      const pdf = await made({ id: '0123abcd', phone: '9840012345', language })
      sums.push(
        createHash('sha256')
          .update(contentsOf(pdf.toString('latin1')).join())
          .digest('hex')
          .slice(0, 16),
      )
    }
    expect([certificateDesign, ...sums]).toEqual([3, '0b30855ea702345a', '56fbe146d54d3b70'])
  })

  test('AMB-192 it prints the group that the bank found', async () => {
    const { text } = await readPdf(await made({ bloodGroup: 'A+', findings: { bloodGroup: 'AB-' } }))
    // in its headline, in its facts and among the findings; what the donor said stands once
    expect(['AB NEG', 'A POS'].map((group) => text.split(group).length - 1)).toEqual([3, 1])
  })

  test('the first page certifies, the second has the answers, the third what was declared, found and signed', async () => {
    const { text } = await readPdf(await made({ signatureName: 'S. Murugan' }))
    const pages = text.split(/Page \d of 3/)
    const { sections, declarations } = donorWordsEn
    const own = certificateWords.en
    expect(
      [own.title, sections.deferrals.title, declarations.consent.title, own.findingsTitle, 'S. Murugan'].map(
        (said) => pages.flatMap((page, index) => (page.includes(said) ? [index + 1] : [])),
      ),
    ).toEqual([[1], [2], [3], [3], [3]])
  })

  test('a ticked answer says yes, all others no, and men were not asked what females are', async () => {
    const none = { deferrals: ticks(deferralKeys), answers: ticks(questionKeys) }
    const count = async (change: Partial<ConsentForm>) => {
      const { text } = await readPdf(await made({ ...none, ...change }))
      return ['Yes', 'No', 'Not asked'].map((word) => text.split(` ${word} `).length - 1)
    }
    expect(await count({ gender: 'Male' })).toEqual([0, 40, 1])
    const answers = { ...none.answers, cold: true, female: true }
    expect(await count({ answers })).toEqual([2, 39, 0])
  })

  test('a typed signature is there as letters, and no image', async () => {
    const pdf = await made({ signatureName: 'S. Murugan' })
    expect((await readPdf(pdf)).text).toContain('S. Murugan')
    expect(imagesIn(pdf)).toEqual([])
  })

  test('a drawn signature is printed with at least 300 dots an inch', async () => {
    const pdf = await made({ signatureName: null, isDrawn: true }, await aSignature())
    const [image, ...others] = imagesIn(pdf)
    expect(others).toEqual([])
    expect([image?.width, image?.height]).toEqual([500, 200])
    const { across, down } = image?.dotsAnInch ?? { across: 0, down: 0 }
    expect(Math.min(across, down)).toBeGreaterThanOrEqual(300)
    expect(Math.max(across, down)).toBeLessThan(320)
  })

  test.each(['en', 'ta'] as const)('the longest texts stay on their pages: %s', async (language) => {
    const isTamil = language === 'ta'
    const much = (length: number) => (isTamil ? 'இரத்த தானம் ' : 'Sri Nagar ').repeat(length).slice(0, length)
    const findings = Object.fromEntries(
      Object.keys(aForm().findings ?? {}).map((key) => [key, much(40)]),
    ) as ConsentForm['findings']
    const pdf = await certificatePdf({
      mark: 'cafe',
      form: aForm({
        language,
        name: much(120),
        email: much(200),
        address: much(200),
        altAddress: much(200),
        lastMeal: much(200),
        signatureName: much(120),
        findings: {
          ...findings,
          bloodGroup: 'AB-',
          fitness: 'UNFIT',
          quantity: '450ml',
          bagType: 'QUADRUPLE',
          reason: much(300),
        },
      }),
      bank: { name: much(80), address: much(200), phones: ['+914428110014', '+914428110015'] },
      drawn: isTamil ? await aSignature() : null,
    })
    const { pages, text } = await readPdf(pdf)
    expect(pages).toBe(3)
    // AMB-264: who signs stands on the first page, however long it is
    const own = certificateWords[language]
    const [first = ''] = letters(text).split(asDrawn(own.page.replace('{page}', '1').replace('{pages}', '3')))
    expect([own.officer, own.signatory].map((who) => first.includes(asDrawn(who)))).toEqual([true, true])
  })
})

const ticks = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, false])) as Record<Key, boolean>

/** The images of a PDF: their points, and how many of them come to an inch where each is drawn. */
function imagesIn(pdf: Buffer) {
  const file = pdf.toString('latin1')
  const named = [...file.matchAll(/\/Subtype \/Image[\s\S]*?>>/g)]
    // the mask of an image is no image of its own
    .filter(([entries]) => !/\/ColorSpace \/DeviceGray/.test(entries))
    .map(([entries]) => ({
      width: Number(/\/Width (\d+)/.exec(entries)?.[1]),
      height: Number(/\/Height (\d+)/.exec(entries)?.[1]),
    }))
  const drawn = contentsOf(file).flatMap((content) => [
    ...content.matchAll(/([\d.-]+) 0 0 ([\d.-]+) [\d.-]+ [\d.-]+ cm\s+\/I\d+ Do/g),
  ])
  return named.map((image, index) => {
    const [, w, h] = drawn[index] ?? []
    return {
      ...image,
      dotsAnInch: {
        across: image.width / (Math.abs(Number(w)) / 72),
        down: image.height / (Math.abs(Number(h)) / 72),
      },
    }
  })
}
