import { StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'
import type { CertificateWords } from '#domain/donors/certificate-words.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { fontFamily } from './fonts.ts'

/** Every word of a certificate, in its language. */
export type CertificateSaid = { words: DonorWords; own: CertificateWords }

type Style = Parameters<typeof StyleSheet.create>[0][string]

/** Where the script changes, as at a bracket after Tamil, a line may not break: words are never cut. */
const neverCut = 10_000

export const text = (words: string, style: Style) => h(Text, { style, hyphenationPenalty: neverCut }, words)

export const section = (title: string) => text(title, styles.section)

/** With more room between the lines. */
export const roomyFacts = (...children: ReactNode[]) => h(View, { style: styles.roomy }, ...children)

export const facts = (...children: ReactNode[]) => h(View, { style: styles.facts }, ...children)

/** Two in a line, or one where much may be said. */
export const fact = (label: string, value: string, width: 'half' | 'wide' = 'half') =>
  h(
    View,
    { style: width === 'wide' ? styles.wide : styles.fact, wrap: false },
    text(label, styles.label),
    text(value, value.length > (width === 'wide' ? 120 : 27) ? styles.longValue : styles.value),
  )

const ink = '#1c1a18'
const dim = '#57524c'
const line = '#c9c4bd'
const red = '#ae1420'
const filling = { flexGrow: 1, flexShrink: 1, flexBasis: 0, fontWeight: 600 } as const

export const styles = StyleSheet.create({
  page: {
    padding: 40,
    paddingTop: 34,
    paddingBottom: 46,
    color: ink,
    fontFamily,
    fontSize: 10,
    lineHeight: 1.45,
  },
  head: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    gap: 24,
    paddingBottom: 8,
    borderBottomWidth: 1.5,
    borderBottomColor: red,
  },
  brand: { flexGrow: 1, flexShrink: 1, flexBasis: 0, fontSize: 13, fontWeight: 600, lineHeight: 1.3 },
  strong: { flexShrink: 0, fontWeight: 600 },
  title: { marginTop: 20, color: red, fontSize: 24, fontWeight: 600, lineHeight: 1.4, textAlign: 'center' },
  lead: { marginTop: 6, marginHorizontal: 40, textAlign: 'center' },
  headline: {
    marginTop: 14,
    paddingVertical: 10,
    borderStyle: 'solid',
    borderWidth: 1,
    borderColor: line,
    alignItems: 'center',
  },
  name: { marginHorizontal: 16, fontSize: 16, fontWeight: 600, lineHeight: 1.4, textAlign: 'center' },
  group: { marginTop: 2, fontSize: 13, fontWeight: 600, lineHeight: 1.4 },
  section: {
    marginTop: 12,
    paddingBottom: 3,
    borderBottomWidth: 0.75,
    borderBottomColor: line,
    fontSize: 11,
    fontWeight: 600,
    lineHeight: 1.4,
  },
  whole: { flexGrow: 1 },
  roomy: { flexDirection: 'row', flexWrap: 'wrap', rowGap: 3 },
  signatories: {
    flexGrow: 1,
    flexDirection: 'row',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    gap: 40,
    paddingTop: 8,
    paddingBottom: 8,
  },
  signatoriesClose: { flexDirection: 'row', justifyContent: 'space-between', gap: 40 },
  signatory: { width: 220 },
  signingClose: { marginTop: 16, borderTopWidth: 0.75, borderTopColor: ink, fontSize: 8 },
  signing: { marginTop: 36, paddingTop: 4, borderTopWidth: 0.75, borderTopColor: ink, fontWeight: 600 },
  facts: { flexDirection: 'row', flexWrap: 'wrap' },
  fact: { flexDirection: 'row', width: '50%', gap: 8, paddingTop: 3.5, paddingRight: 10 },
  wide: { flexDirection: 'row', width: '100%', gap: 8, paddingTop: 3.5 },
  label: { width: 110, flexShrink: 0, color: dim, fontSize: 9, lineHeight: 1.35 },
  value: { ...filling, fontSize: 9.5, lineHeight: 1.28 },
  longValue: { ...filling, fontSize: 7.5, lineHeight: 1.35 },
  small: { color: dim, fontSize: 8, lineHeight: 1.4 },
  foot: {
    position: 'absolute',
    bottom: 20,
    left: 40,
    right: 40,
    flexDirection: 'row',
    justifyContent: 'space-between',
    gap: 24,
  },
})

/** In place of those above where there is much to say. */
export const tightStyles = StyleSheet.create({
  title: { marginTop: 8, fontSize: 18 },
  headline: { marginTop: 6, paddingVertical: 4 },
  name: { fontSize: 12 },
  section: { marginTop: 6 },
})
