import type { ReactNode } from 'react'
import { groupName } from '#domain/basics/blood.ts'
import { withDeadline } from '#domain/requests/raising.ts'
import classes from './RaiseSummary.module.css'
import { draftOf, isPastLastDay, pickupText, type RaiseForm, splitOf, whenIn } from './raise-draft.ts'

/** What is being asked for and how it will go, said back while it is typed. */
export function RaiseSummary({ form, now }: { form: RaiseForm; now: Date }) {
  const { bloodGroup, component, units, patientName, age, sex, deadlineAt } = withDeadline(draftOf(form))
  const split = splitOf(form)
  const isKnown = deadlineAt !== null && !isPastLastDay(form, now)
  const what = [component, units !== null && (units === 1 ? '1 unit' : `${units} units`)].filter(Boolean)
  const whom = [patientName.trim(), age, sex].filter((part) => part !== null && part !== '')

  return (
    <aside className={`breaks box ${classes.summary}`} aria-label="This request">
      <h2 className="subheading">This request</h2>
      <p className={classes.blood}>
        {bloodGroup && <strong>{groupName(bloodGroup)}</strong>}{' '}
        <span className={bloodGroup ? undefined : classes.open}>
          {what.join(', ') || 'No blood chosen yet'}
        </span>
      </p>
      <p className="muted">{whom.length > 0 ? whom.join(', ') : 'No patient yet'}</p>
      <ol className={classes.steps}>
        <Step title="Approval by the hospital admin" isNext>
          before the sample pickup
        </Step>
        <Step title="Sample pickup">{pickupText(form, now)}</Step>
        {(split.length > 0 ? split : [null]).map((held, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a delivery is its place in the row
          <Step key={at} title={deliveryTitle(at, split.length, held)}>
            {isKnown ? `by ${whenIn(deadlineAt, now)}` : 'deadline not known'}
          </Step>
        ))}
      </ol>
    </aside>
  )
}

function Step({ title, isNext, children }: { title: string; isNext?: true; children: ReactNode }) {
  return (
    <li data-next={isNext}>
      <span className="small block medium">{title}</span>
      <span className="small block dim">{children}</span>
    </li>
  )
}

function deliveryTitle(at: number, count: number, units: number | null): string {
  if (units === null) return 'Delivery'
  const load = units === 1 ? '1 unit' : `${units} units`
  return count === 1 ? `Delivery of ${load}` : `Delivery ${at + 1} of ${count}, ${load}`
}
