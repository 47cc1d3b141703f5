import { IconClock, IconInfoCircle, IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { bloodGroups, componentName, groupName } from '#domain/basics/blood.ts'
import { sexes } from '#domain/basics/person.ts'
import { dayOf, showDay, showTime, timeOf } from '#domain/basics/time.ts'
import { whyNotApprove } from '#domain/requests/approving.ts'
import {
  ageLimits,
  componentsOffered,
  deadlineDayChoices,
  pickupDayChoices,
  pickupsOffered,
  reservationHourChoices,
  sdpClock,
  sdpOffered,
  unitLimits,
} from '#domain/requests/raising.ts'
import { orderTypes } from '#domain/requests/request.ts'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { FormCell, FormNote, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import classes from './RaiseFields.module.css'
import { draftOf, isPastLastDay, labels, type RaiseForm, splitOf, withDeadlineFilled } from './raise-draft.ts'
import type { Raise } from './use-raise.ts'

export function PatientFields({ raise }: { raise: Raise }) {
  const { draft: form, change, leaveAge } = raise
  return (
    <FormSection title="Patient" help="As written on the sample label.">
      <FormCell span={4}>
        <TextField
          label={labels.patientName}
          autoFocus
          {...raise.fieldOf('patientName')}
          value={form.patientName}
          onChange={(event) => change({ patientName: event.currentTarget.value })}
          autoComplete="off"
        />
      </FormCell>
      <FormCell span={2} phone="full">
        <TextField
          label={labels.patientId}
          {...raise.fieldOf('patientId')}
          value={form.patientId}
          onChange={(event) => change({ patientId: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </FormCell>
      <FormCell span={2}>
        <TextField
          label={labels.age}
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
        <Choice raise={raise} field="sex" options={sexOptions} />
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
        <Choice raise={raise} field="bloodGroup" options={groupOptions} />
      </FormCell>
      <FormCell span={4}>
        <Choice
          raise={raise}
          field="component"
          options={withOwn(componentsOffered(now), raise.amended?.component).map((value) => ({
            value,
            label: componentName(value),
          }))}
          foot={sdpOffered(now) ? undefined : sdpHoursText}
        />
      </FormCell>
      <SdpNote raise={raise} />
      <FormCell span={2} phone="full">
        <TextField
          label={labels.units}
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
          label={labels.reason}
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

/** RAISE-33: outside their hours platelets are not in the list; why is told, and to whom they were taken from too. */
const SdpNote = ({ raise: { now, hasLostSdp } }: { raise: Raise }) => (
  <div className={classes.live} aria-live="polite">
    {!sdpOffered(now) && (
      <FormNote>
        <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        <span className={hasLostSdp ? classes.lost : undefined}>
          {hasLostSdp ? sdpLostText : sdpHoursText}
        </span>
      </FormNote>
    )}
  </div>
)

export function TimeFields({ raise }: { raise: Raise }) {
  const { draft: form, now } = raise
  return (
    <FormSection
      title="Times"
      help="Pickup at least 30 minutes from now and within 7 days. An immediate deadline is at least 3 hours later."
    >
      <FormCell span={6}>
        <div className={classes.half}>
          <Choice raise={raise} field="orderType" options={orderOptions} />
        </div>
      </FormCell>
      <Pair>
        <Choice
          raise={raise}
          field="pickupDay"
          options={withDayOf(pickupDayChoices(now), raise.amended?.pickupAt)}
        />
        <TimeOfDay raise={raise} field="pickupTime" />
        <PickupsOffered raise={raise} />
      </Pair>
      <PlateletHint form={form} />
      {isPastLastDay(form, now) && (
        <FormNote>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
          On the last day the sample is picked up before 9:00 pm. Please choose an earlier time.
        </FormNote>
      )}
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
              options={withDayOf(deadlineDayChoices(now, form.pickupDay), raise.amended?.deadlineAt)}
            />
            <TimeOfDay raise={raise} field="deadlineTime" />
          </Pair>
          {isFilledIn(form) && !isPastLastDay(form, now) && (
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

/** Day and time of the pickup in one press (ruling AMB-257). */
function PickupsOffered({ raise: { draft, now, change } }: { raise: Raise }) {
  return (
    <div className={`wrap gap-8 ${classes.offered}`}>
      {pickupsOffered(now).map((at, place) => {
        const day = dayOf(at) === dayOf(now) ? '' : 'tomorrow '
        return (
          <PushButton
            key={place === 0 ? 'earliest' : 'next'}
            size="xs"
            aria-pressed={draft.pickupDay === dayOf(at) && draft.pickupTime === timeOf(at)}
            onClick={() => change({ pickupDay: dayOf(at), pickupTime: timeOf(at) })}
          >
            {place === 0 ? 'Earliest, ' : <span className="visually-hidden">Pickup at </span>}
            {day}
            {timeOf(at)}
          </PushButton>
        )
      })}
    </div>
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
    { status: 'pending', bankId: null, component, pickupAt, raisedBy: null, amendedBy: null },
    { isApprovingBlocked: false, accountId: '', needsFourEyes: false },
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
      label={labels.reservationHours}
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
  options: readonly { value: NonNullable<RaiseForm[Field]>; label: string }[]
  foot?: ReactNode
}

function Choice<Field extends ChoiceField>({ raise, field, options, foot }: ChoiceProps<Field>) {
  const pick = (value: string | null) =>
    raise.change({ [field]: options.find((option) => option.value === value)?.value ?? null })
  return (
    <Dropdown
      label={labels[field]}
      {...raise.fieldOf(field)}
      placeholder="Choose"
      options={options}
      foot={foot}
      value={raise.draft[field]}
      onChange={pick}
    />
  )
}

type TimeProps = { raise: Raise; field: 'pickupTime' | 'deadlineTime' }

function TimeOfDay({ raise, field }: TimeProps) {
  return (
    <TimeField
      label={labels[field]}
      {...raise.fieldOf(field)}
      value={raise.draft[field]}
      onChange={(time) => raise.change({ [field]: time })}
    />
  )
}

/** What a request that is amended asked for can stay, though it could not be chosen now. */
const withOwn = <Value,>(offered: readonly Value[], own: Value | undefined): readonly Value[] =>
  own === undefined || offered.includes(own) ? offered : [...offered, own]

function withDayOf(
  offered: readonly { value: string; label: string }[],
  own: Date | undefined,
): readonly { value: string; label: string }[] {
  if (!own || offered.some(({ value }) => value === dayOf(own))) return offered
  return [{ value: dayOf(own), label: showDay(own) }, ...offered]
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

const sdpOnly = `from ${sdpClock('from')} to ${sdpClock('to')} only.`
const sdpHoursText = `Single Donor Platelets: ${sdpOnly}`
const sdpLostText = `Single Donor Platelets, which you had chosen, is offered ${sdpOnly} Please choose another component.`
const sexOptions = sexes.map((value) => ({ value, label: value }))
const groupOptions = bloodGroups.map((value) => ({ value, label: groupName(value) }))
const orderOptions = orderTypes.map((value) => ({ value, label: value }))
const hourOptions = reservationHourChoices.map((hours) => ({ value: String(hours), label: String(hours) }))

const list = new Intl.ListFormat('en-IN', { type: 'conjunction' })
const listed = (units: readonly number[]): string => list.format(units.map(String))
