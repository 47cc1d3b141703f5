import { StyleSheet, View } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'
import type { ConsentForm } from '#domain/donors/consenting.ts'
import { deferralKeys, questionGroups } from '#domain/donors/questions.ts'
import { asksFemales } from '#domain/donors/submitting.ts'
import { type CertificateSaid, section, text, styles as those } from './certificate-parts.ts'

/** What the donor answered, every question of it. */
export function answersPage({ words, own }: CertificateSaid, form: ConsentForm): ReactNode {
  const said = (isTicked: boolean) => (isTicked ? own.yes : own.no)
  return h(
    View,
    null,
    section(words.sections.deferrals.title),
    text(own.answersHelp, those.small),
    h(
      View,
      { style: styles.columns },
      ...halves(deferralKeys).map((keys, column) =>
        h(
          View,
          { key: column, style: styles.column },
          ...keys.map((key) =>
            answer(key, words.deferrals[key], said(form.deferrals[key]), form.deferrals[key]),
          ),
        ),
      ),
    ),
    section(words.sections.questions.title),
    h(
      View,
      { style: styles.columns },
      ...[questionGroups.slice(0, 5), questionGroups.slice(5)].map((groups, column) =>
        h(
          View,
          { key: column, style: styles.column },
          ...groups.flatMap(({ period, keys, femalesOnly }) => [
            h(View, { key: period }, text(words.periods[period], styles.period)),
            ...keys.map((key) =>
              femalesOnly && !asksFemales(form)
                ? answer(key, words.answers[key], own.notAsked, false)
                : answer(key, words.answers[key], said(form.answers[key]), form.answers[key]),
            ),
          ]),
        ),
      ),
    ),
  )
}

const answer = (key: string, question: string, said: string, isTicked: boolean) =>
  h(
    View,
    { key, style: styles.answer, wrap: false },
    text(question, styles.question),
    text(said, isTicked ? styles.ticked : styles.said),
  )

const halves = <Item>(items: readonly Item[]): Item[][] => {
  const half = Math.ceil(items.length / 2)
  return [items.slice(0, half), items.slice(half)]
}

const styles = StyleSheet.create({
  columns: { flexDirection: 'row', gap: 20 },
  column: { flexGrow: 1, flexBasis: 0 },
  period: { marginTop: 5, fontSize: 8.5, fontWeight: 600, lineHeight: 1.35 },
  answer: {
    flexDirection: 'row',
    gap: 8,
    paddingVertical: 1.8,
    borderBottomWidth: 0.5,
    borderBottomColor: '#e2ded8',
  },
  question: { flexGrow: 1, flexShrink: 1, flexBasis: 0, fontSize: 8.2, lineHeight: 1.3 },
  said: { flexShrink: 0, color: '#57524c', fontSize: 8.2, lineHeight: 1.3 },
  ticked: { flexShrink: 0, color: '#ae1420', fontSize: 8.2, lineHeight: 1.3, fontWeight: 600 },
})
