import { Image, StyleSheet, View } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'
import { groupName } from '#domain/basics/blood.ts'
import { fillIn } from '#domain/basics/fill-in.ts'
import { showDateTime } from '#domain/basics/time.ts'
import type { ConsentForm } from '#domain/donors/consenting.ts'
import { type FindingKey, type Findings, findingKeys } from '#domain/donors/findings.ts'
import { signatureSize } from '#domain/donors/signing.ts'
import { type CertificateSaid, fact, facts, section, text, styles as those } from './certificate-parts.ts'

/** Ruling AMB-143: at least so many dots of an image on an inch of paper. */
const dotsAnInch = 305
const drawnAt = {
  width: (signatureSize.width / dotsAnInch) * 72,
  height: (signatureSize.height / dotsAnInch) * 72,
}

/** What the donor declared, what the bank found, and the signature under both. */
export function signedPage(said: CertificateSaid, form: ConsentForm, drawn: Uint8Array | null): ReactNode {
  const { words, own } = said
  const found = form.findings ?? {}
  return h(
    View,
    null,
    section(words.sections.declarations.title),
    declaration(said, 'consent', form.consent),
    declaration(said, 'screening', form.screeningDeclared),
    section(own.findingsTitle),
    facts(
      ...findingKeys.map((key) =>
        fact(own.findings[key], findingText(said, found, key), key === 'reason' ? 'wide' : 'half'),
      ),
    ),
    section(own.signature),
    h(
      View,
      { style: styles.signature, wrap: false },
      drawn
        ? h(Image, { src: { data: Buffer.from(drawn), format: 'png' }, style: drawnAt })
        : text(form.signatureName ?? '', styles.typed),
      h(
        View,
        { style: styles.line },
        text(form.name, those.strong),
        text(
          fillIn(own.signedOn, { at: form.completedAt ? showDateTime(form.completedAt) : '' }),
          those.small,
        ),
        text(words.city, those.small),
      ),
    ),
  )
}

function declaration({ words, own }: CertificateSaid, which: 'consent' | 'screening', isGiven: boolean) {
  const { title, text: what } = words.declarations[which]
  return h(
    View,
    { key: which, style: styles.declaration },
    h(
      View,
      { style: styles.declared },
      text(title, those.strong),
      text(isGiven ? own.given : own.notGiven, those.small),
    ),
    text(what, styles.words),
  )
}

function findingText({ words, own }: CertificateSaid, found: Findings, key: FindingKey): string {
  switch (key) {
    case 'bloodGroup':
      return found.bloodGroup
        ? `${words.bloodGroups[found.bloodGroup]}${inLatin(words, found)}`
        : own.notStated
    case 'fitness':
      return found.fitness ? own.fitnesses[found.fitness] : own.notStated
    case 'quantity':
      return found.quantity ? own.quantities[found.quantity] : own.unmeasured.quantity
    case 'bagType':
      return found.bagType ? own.bagTypes[found.bagType] : own.notStated
    default:
      return found[key] || own.notStated
  }
}

/** A group is read by laboratories everywhere: in Tamil it is said twice. */
function inLatin(words: CertificateSaid['words'], { bloodGroup }: Findings): string {
  if (!bloodGroup) return ''
  const name = groupName(bloodGroup)
  return name === words.bloodGroups[bloodGroup] ? '' : ` (${name})`
}

const styles = StyleSheet.create({
  declaration: { paddingTop: 6 },
  declared: { flexDirection: 'row', justifyContent: 'space-between', gap: 16 },
  words: { paddingTop: 2, fontSize: 9.5, lineHeight: 1.4 },
  signature: { paddingTop: 10, alignItems: 'flex-start' },
  typed: { fontSize: 18, lineHeight: 1.4, paddingVertical: 4 },
  line: { marginTop: 4, paddingTop: 4, minWidth: 220, borderTopWidth: 0.75, borderTopColor: '#1c1a18' },
})
