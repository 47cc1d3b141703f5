import { Document, Page, renderToBuffer, View } from '@react-pdf/renderer'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { showDate } from '#domain/basics/time.ts'
import { certificateWords } from '#domain/donors/certificate-words.ts'
import type { ConsentForm } from '#domain/donors/consenting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { donorWordsTa } from '#domain/donors/words-ta.ts'
import { answersPage } from './certificate-answers.ts'
import {
  type CertificateSaid,
  fact,
  facts,
  roomyFacts,
  styles,
  text,
  tightStyles,
} from './certificate-parts.ts'
import { signedPage } from './certificate-signed.ts'
import { searchable } from './searchable.ts'

export type CertificateData = {
  form: ConsentForm
  bank: { name: string; address: string; phones: readonly string[] }
  /** The PNG of a drawn signature; a typed one is in the form. */
  drawn: Uint8Array | null
  /** Of everything it shows; written into it, so that it can be asked later what it was drawn from. */
  mark: string
}

const donorWords = { en: donorWordsEn, ta: donorWordsTa }
const pages = 3 // §9

/** Ruling AMB-143: three pages of A4 in the language of the form. */
export async function certificatePdf(data: CertificateData): Promise<Buffer> {
  return searchable(await renderToBuffer(certificate(data)))
}

function certificate(data: CertificateData): ReactElement<React.ComponentProps<typeof Document>> {
  const { form, bank, drawn, mark } = data
  const said: CertificateSaid = { words: donorWords[form.language], own: certificateWords[form.language] }
  const at = form.completedAt ?? form.submittedAt
  const bodies = [firstPage(said, data), answersPage(said, form), signedPage(said, form, drawn)]
  return h(
    Document,
    {
      title: `${said.own.title} ${form.id}`,
      author: bank.name,
      keywords: mark,
      language: form.language,
      creationDate: at,
      modificationDate: at,
    },
    ...bodies.map((body, index) =>
      h(
        Page,
        { key: index, size: 'A4', style: styles.page },
        h(
          View,
          { style: styles.head },
          text(bank.name, styles.brand),
          text(`${said.own.donationId}  ${form.id}`, styles.strong),
        ),
        body,
        h(
          View,
          { style: styles.foot, fixed: true },
          text(said.own.madeBy, styles.small),
          text(fillIn(said.own.page, { page: index + 1, pages }), styles.small),
        ),
      ),
    ),
  )
}

/** Room for a pen, and under it who signs. */
const signatory = (who: string, whose: string, isLong: boolean): ReactNode =>
  isLong
    ? h(View, { style: styles.signatory }, text(who, styles.signingClose))
    : h(View, { style: styles.signatory }, text(whose || ' ', styles.small), text(who, styles.signing))

/** Who gave what, where and when, and who says so. */
function firstPage({ words, own }: CertificateSaid, { form, bank }: CertificateData): ReactNode {
  const found = form.findings ?? {}
  const { fields } = words
  const group = found.bloodGroup ?? form.bloodGroup
  const says = found.quantity
    ? { ...own, on: own.donatedOn, quantity: own.quantities[found.quantity] }
    : own.unmeasured
  // long texts need the room that short ones leave
  const typed = [form.name, form.email, form.address, form.altAddress, form.lastMeal, bank.address].join('')
  const isLong = typed.length > 250
  // everything is nearly as long as it may be: the heads give way, so that there is still room to sign
  const tight = typed.length > 800 ? tightStyles : null
  const told = isLong ? facts : roomyFacts
  const part = (title: string) => text(title, { ...styles.section, ...tight?.section })
  return h(
    View,
    { style: styles.whole },
    text(says.title, { ...styles.title, ...tight?.title }),
    text(says.thanks, styles.lead),
    h(
      View,
      { style: { ...styles.headline, ...tight?.headline } },
      text(form.name, { ...styles.name, ...tight?.name }),
      text(
        [words.bloodGroups[group], found.quantity && own.quantities[found.quantity]]
          .filter(Boolean)
          .join(', '),
        styles.group,
      ),
    ),
    part(own.donation),
    told(
      fact(own.donationId, form.id),
      fact(says.on, showDate(form.completedAt ?? form.submittedAt)),
      fact(own.findings.bloodGroup, words.bloodGroups[group]),
      fact(own.findings.quantity, says.quantity),
      fact(own.place, words.city),
      fact(fields.donorType.label, words.donorTypes[form.donorType]),
    ),
    part(own.donor),
    told(
      fact(fields.name.label, form.name, 'wide'),
      fact(fields.gender.label, words.genders[form.gender]),
      fact(own.age, fillIn(own.years, { age: form.age })),
      fact(fields.bornOn.label, showDate(new Date(form.bornOn))),
      fact(fields.weightKg.label, fillIn(own.kilograms, { weight: form.weightKg })),
      fact(fields.bloodGroup.label, words.bloodGroups[form.bloodGroup]),
      fact(fields.donations.label, form.donations === 0 ? own.firstDonation : String(form.donations)),
      fact(
        fields.lastDonatedOn.label,
        form.lastDonatedOn ? showDate(new Date(form.lastDonatedOn)) : own.notStated,
      ),
      fact(fields.phone.label, form.phone),
      fact(own.submitted, showDate(new Date(form.submittedOn))),
      fact(fields.email.label, form.email || own.notStated, 'wide'),
      fact(fields.address.label, form.address, 'wide'),
      fact(fields.altAddress.label, form.altAddress || own.notStated, 'wide'),
      fact(fields.lastMeal.label, form.lastMeal || own.notStated, 'wide'),
    ),
    part(own.bank),
    told(
      fact(own.bank, bank.name, 'wide'),
      fact(fields.address.label, [bank.address, bank.phones.join(', ')].filter(Boolean).join(', '), 'wide'),
    ),
    h(
      View,
      { style: isLong ? styles.signatoriesClose : styles.signatories, wrap: false },
      signatory(own.officer, '', isLong),
      signatory(own.signatory, fillIn(own.forBank, { bank: bank.name }), isLong),
    ),
  )
}
