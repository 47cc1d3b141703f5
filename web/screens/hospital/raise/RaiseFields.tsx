import { IconClock, IconInfoCircle, IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { bloodGroups, componentName, groupName } from '#domain/basics/blood.ts'
import { sexes } from '#domain/basics/person.ts'
import { showTime } from '#domain/basics/time.ts'
import { whyNotApprove } from '#domain/requests/approving.ts'
import {
  ageLimits,
  componentsOffered,
  deadlineDayChoices,
  pickupDayChoices,
  reservationHourChoices,
  unitLimits,
} from '#domain/requests/raising.ts'
import { orderTypes } from '#domain/requests/request.ts'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { FormCell, FormNote, FormSection } from '../../../ui/fields/FormSection.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './RaiseFields.module.css'
import { draftOf, type RaiseForm, splitOf, withDeadlineFilled } from './raise-draft.ts'
import type { Raise } from './use-raise.ts'

export function PatientFields({ raise }: { raise: Raise }) {
  const { draft: form, change, leaveAge } = raise
  return (
    <FormSection title="Patient" help="As written on the sample label.">
      <FormCell span={4}>
        <TextField
          label="Patient Name"
          {...raise.fieldOf('patientName')}
          value={form.patientName}
          onChange={(event) => change({ patientName: event.currentTarget.value })}
          autoComplete="off"
        />
      </FormCell>
      <FormCell span={2} phone="full">
        <TextField
          label="Patient ID"
          {...raise.fieldOf('patientId')}
          value={form.patientId}
          onChange={(event) => change({ patientId: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </FormCell>
      <FormCell span={2}>
        <TextField
          label="Age"
          {...raise.fieldOf('age')}
          {...numeric}
          {...ageLimits}
          right="years"
          value={form.age ?? ''}
          onChange={(event) => change({ age: numberIn(event.currentTarget) })}
          onBlur={leaveAge}
        />
      </FormCell>
      <FormCell span={2}>
        <Choice raise={raise} field="sex" label="Gender" options={sexOptions} />
      </FormCell>
    </FormSection>
  )
}

export function BloodFields({ raise }: { raise: Raise }) {
  const { draft: form, now, change, leaveUnits } = raise
  const split = splitOf(form)
  return (
    <FormSection title="Blood" help="One component for each request.">
      <FormCell span={2} phone="full">
        <Choice raise={raise} field="bloodGroup" label="Blood Group" options={groupOptions} />
      </FormCell>
      <FormCell span={4}>
        <Choice
          raise={raise}
          field="component"
          label="Component"
          options={componentsOffered(now).map((value) => ({ value, label: componentName(value) }))}
        />
      </FormCell>
      <FormCell span={2} phone="full">
        <TextField
          label="Units"
          {...raise.fieldOf('units')}
          {...numeric}
          {...unitLimits}
          right="units"
          value={form.units ?? ''}
          onChange={(event) => change({ units: numberIn(event.currentTarget) })}
          onBlur={leaveUnits}
        />
      </FormCell>
      <FormCell span={4}>
        <TextField
          label="Reason"
          {...raise.fieldOf('reason')}
          value={form.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          autoComplete="off"
        />
      </FormCell>
      {split.length > 1 && (
        <FormNote>
          <IconTruckDelivery size={16} stroke={1.75} aria-hidden />
          {form.units} units travel in {split.length} deliveries ({listed(split)} units).
        </FormNote>
      )}
    </FormSection>
  )
}

export function TimeFields({ raise }: { raise: Raise }) {
  const { draft: form, now } = raise
  return (
    <FormSection
      title="Times"
      help="Pickup at least 30 minutes from now and within 7 days. An immediate deadline is at least 3 hours later."
    >
      <FormCell span={6}>
        <div className={classes.half}>
          <Choice raise={raise} field="orderType" label="Order Type" options={orderOptions} />
        </div>
      </FormCell>
      <Pair>
        <Choice raise={raise} field="pickupDay" label="Sample Pickup Day" options={pickupDayChoices(now)} />
        <TimeOfDay raise={raise} field="pickupTime" label="Sample Pickup Time" />
      </Pair>
      <PlateletHint form={form} />
      {form.orderType === 'reservation' ? (
        <FormCell span={6}>
          <div className={classes.half}>
            <ReservationHours raise={raise} />
          </div>
        </FormCell>
      ) : (
        <>
          <Pair>
            <Choice
              raise={raise}
              field="deadlineDay"
              label="Delivery Deadline Day"
              options={deadlineDayChoices(now, form.pickupDay)}
            />
            <TimeOfDay raise={raise} field="deadlineTime" label="Delivery Deadline Time" />
          </Pair>
          {isFilledIn(form) && (
            <FormNote>
              <IconClock size={16} stroke={1.75} aria-hidden />
              Filled in for you: pickup plus 3 hours.
            </FormNote>
          )}
        </>
      )}
    </FormSection>
  )
}

/** A day and its time. */
const Pair = ({ children }: { children: ReactNode }) => (
  <FormCell span={6}>
    <div className={classes.pair}>{children}</div>
  </FormCell>
)

/** Ruling AMB-06: it may be raised, but it could never be approved; better told now than at the approval. */
function PlateletHint({ form }: { form: RaiseForm }) {
  const { component, pickupAt } = draftOf(form)
  if (component !== 'SDP' || pickupAt === null) return null
  const asDecidedThen = whyNotApprove(
    { status: 'pending', bankId: null, component, pickupAt },
    { isApprovingBlocked: false },
    pickupAt,
  )
  if (!asDecidedThen) return null
  return (
    <FormNote>
      <IconInfoCircle size={16} stroke={1.75} aria-hidden />
      Single Donor Platelets picked up at {showTime(pickupAt)} cannot be approved. Please choose a pickup by
      day.
    </FormNote>
  )
}

function ReservationHours({ raise }: { raise: Raise }) {
  const { draft: form, change } = raise
  return (
    <Dropdown
      label="Reservation Hours"
      {...raise.fieldOf('reservationHours')}
      placeholder="Choose"
      options={hourOptions}
      value={form.reservationHours === null ? null : String(form.reservationHours)}
      onChange={(value) =>
        change({ reservationHours: reservationHourChoices.find((hours) => String(hours) === value) ?? null })
      }
      note={
        <>
          <IconClock size={16} stroke={1.75} aria-hidden />
          Counted from the sample pickup.
        </>
      }
    />
  )
}

type ChoiceField = 'sex' | 'bloodGroup' | 'component' | 'orderType' | 'pickupDay' | 'deadlineDay'
type ChoiceProps<Field extends ChoiceField> = {
  raise: Raise
  field: Field
  label: string
  options: readonly { value: NonNullable<RaiseForm[Field]>; label: string }[]
}

function Choice<Field extends ChoiceField>({ raise, field, label, options }: ChoiceProps<Field>) {
  const pick = (value: string | null) =>
    raise.change({ [field]: options.find((option) => option.value === value)?.value ?? null })
  return (
    <Dropdown
      label={label}
      {...raise.fieldOf(field)}
      placeholder="Choose"
      options={options}
      value={raise.draft[field]}
      onChange={pick}
    />
  )
}

type TimeProps = { raise: Raise; field: 'pickupTime' | 'deadlineTime'; label: string }

function TimeOfDay({ raise, field, label }: TimeProps) {
  return (
    <TextField
      type="time"
      label={label}
      {...raise.fieldOf(field)}
      value={raise.draft[field]}
      onChange={(event) => raise.change({ [field]: event.currentTarget.value })}
    />
  )
}

const numeric = { type: 'number', inputMode: 'numeric', step: 1, autoComplete: 'off' } as const

/** What is no number, or not yet, is nothing. */
const numberIn = (input: HTMLInputElement): number | null =>
  Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber

/** Whether the deadline is the one that would be filled in. */
function isFilledIn(form: RaiseForm): boolean {
  if (form.deadlineDay === null || form.deadlineTime === '') return false
  const filled = withDeadlineFilled({ ...form, deadlineDay: null, deadlineTime: '' })
  return filled.deadlineDay === form.deadlineDay && filled.deadlineTime === form.deadlineTime
}

const sexOptions = sexes.map((value) => ({ value, label: value }))
const groupOptions = bloodGroups.map((value) => ({ value, label: groupName(value) }))
const orderOptions = orderTypes.map((value) => ({ value, label: value }))
const hourOptions = reservationHourChoices.map((hours) => ({ value: String(hours), label: String(hours) }))

const list = new Intl.ListFormat('en-IN', { type: 'conjunction' })
const listed = (units: readonly number[]): string => list.format(units.map(String))
