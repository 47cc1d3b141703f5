import type { ReactNode } from 'react'
import type { SeenForm } from '#contract/consent.ts'
import { groupName } from '#domain/basics/blood.ts'
import { showDate, showDateTime } from '#domain/basics/time.ts'
import { certificateWords } from '#domain/donors/certificate-words.ts'
import { flaggedIn } from '#domain/donors/consenting.ts'
import { findingKeys } from '#domain/donors/findings.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import classes from './ConsentReading.module.css'
import { Drawn, declarationsOf } from './ConsentSignature.tsx'

const { fields, deferrals, answers, donorTypes } = donorWordsEn
const { findings: found } = certificateWords.en

/** §4.2: a decided form is read, and nothing of it can be changed. */
export function ConsentReading({ form }: { form: SeenForm }) {
  const flagged = flaggedIn(form)
  const ticked = [
    ...flagged.deferrals.map((key) => deferrals[key]),
    ...flagged.answers.map((key) => answers[key]),
  ]
  return (
    <div className="readable">
      <Notice>
        {form.status === 'complete'
          ? `Completed on ${form.completedAt ? showDateTime(form.completedAt) : ''}. It cannot be changed any more.`
          : 'This form was rejected. It cannot be changed any more.'}
      </Notice>
      <Facts
        title="Answers"
        rows={[
          ['Ticked by the donor', ticked.length === 0 ? 'Nothing' : ticked.join('; ')],
          ...declarationsOf(form).map(
            ({ title, isGiven }) => [title, isGiven ? 'Given with the form' : 'Not given'] as const,
          ),
        ]}
      />
      <Facts
        title="Donor"
        rows={[
          [fields.name.label, <bdi key="name">{form.name}</bdi>],
          [fields.phone.label, form.phone],
          [fields.email.label, form.email],
          [fields.bornOn.label, `${showDate(new Date(form.bornOn))} (${form.age})`],
          [fields.gender.label, form.gender],
          [fields.weightKg.label, `${form.weightKg} kg`],
          [fields.bloodGroup.label, `${groupName(form.bloodGroup)}, as stated by the donor`],
          [fields.donorType.label, donorTypes[form.donorType]],
          [fields.donations.label, form.donations],
          [fields.lastDonatedOn.label, form.lastDonatedOn && showDate(new Date(form.lastDonatedOn))],
          [fields.address.label, <bdi key="address">{form.address}</bdi>],
          [fields.altAddress.label, form.altAddress],
          [fields.lastMeal.label, form.lastMeal],
        ]}
      />
      <Facts
        title="Examination and donation"
        rows={findingKeys.map((key) => {
          const value = form.findings?.[key]
          return [
            found[key],
            key === 'bloodGroup' && form.findings?.bloodGroup ? groupName(form.findings.bloodGroup) : value,
          ]
        })}
      />
      {form.status === 'complete' && (
        <Facts
          title="Signature"
          rows={[
            [
              form.isDrawn ? 'Drawn' : 'Typed',
              form.isDrawn ? <Drawn key="drawn" id={form.id} seen={form.seen} /> : form.signatureName,
            ],
          ]}
        />
      )}
    </div>
  )
}

const Facts = ({ title, rows }: { title: string; rows: (readonly [label: string, value: ReactNode])[] }) => (
  <section className={classes.section} aria-label={title}>
    <h2>{title}</h2>
    <dl className={classes.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === undefined || value === null || value === '' ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
