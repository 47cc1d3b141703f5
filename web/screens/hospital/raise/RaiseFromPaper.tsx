import { useState } from 'react'
import { isBlank } from '#domain/basics/text.ts'
import { dayOf, instantOf } from '#domain/basics/time.ts'
import { isHospitalAdmin } from '#domain/people/actor.ts'
import { useMember } from '../../../api/session.ts'
import { errorsFor, type Objection, toFillIn } from '../../../parts/form-errors.ts'
import { useFieldErrors } from '../../../parts/use-field-errors.ts'
import { now as rightNow } from '../../../server-clock.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormCell, FormFoot, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { MoreFields } from './MoreFields.tsx'
import { BloodFields, PatientFields, TimeFields } from './RaiseFields.tsx'
import classes from './RaiseScreen.module.css'
import { useRaise } from './use-raise.ts'

const fields = ['paperNumber', 'raisedAt', 'approvedAt'] as const
type PaperField = (typeof fields)[number]

/** What stands on the paper beside the request. Until its time is typed, the rules are those of now. */
function usePaper() {
  const [paper, setPaper] = useState(() => ({
    ...{ number: '', day: dayOf(rightNow()), time: '' },
    ...{ approvedDay: dayOf(rightNow()), approvedTime: '' },
  }))
  const { mark, mend, fieldOf } = useFieldErrors('paper', fields)
  const change = (part: Partial<typeof paper>, mended: PaperField) => {
    setPaper((before) => ({ ...before, ...part }))
    mend(mended)
  }
  const { number: paperNumber, day, time, approvedDay, approvedTime } = paper
  const isTimed = day !== '' && time !== ''
  const told = {
    paperNumber,
    raisedAt: isTimed ? instantOf(day, time) : rightNow(),
    approvedAt: approvedDay && approvedTime ? instantOf(approvedDay, approvedTime) : undefined,
  }
  const whatIsMissing = (): PaperField[] => [
    ...(isBlank(paperNumber) ? ['paperNumber' as const] : []),
    ...(isTimed ? [] : ['raisedAt' as const]),
  ]
  return { paper, change, told, at: { mark, fieldOf }, whatIsMissing }
}

/** The same form, as of the time on a paper (ruling AMB-343). */
export function RaiseFromPaper() {
  const member = useMember()
  const { paper, change, told, at, whatIsMissing } = usePaper()
  const object = (objection: Objection) => at.mark(errorsFor(objection, fields))
  const raise = useRaise({ paper: { told, object } })

  async function submit() {
    const missing = whatIsMissing()
    if (missing.length === 0) return raise.submit()
    await showAlert({ title: 'Form Incomplete', text: 'Please enter the number and the time on the paper.' })
    at.mark(toFillIn(missing))
  }

  return (
    <>
      <PageHead
        title="Enter from paper"
        line="A request that was written on a paper of the downtime pack. The rules are those of the time on it."
      />
      <Form className={`readable ${classes.form}`} label="Enter from paper" onSubmit={submit}>
        <FormSection title="Paper" help="Its number and times, as they stand on it.">
          <FormCell span={6}>
            <TextField
              label="Paper number"
              {...at.fieldOf('paperNumber')}
              placeholder="P-NAME-000123"
              value={paper.number}
              autoComplete="off"
              onChange={(event) => change({ number: event.currentTarget.value }, 'paperNumber')}
            />
          </FormCell>
          <FormCell span={3}>
            <DayField label="Raised, day" value={paper.day} onChange={(day) => change({ day }, 'raisedAt')} />
          </FormCell>
          <FormCell span={3}>
            <TimeField
              label="Raised, time"
              {...at.fieldOf('raisedAt')}
              value={paper.time}
              onChange={(time) => change({ time }, 'raisedAt')}
            />
          </FormCell>
          {isHospitalAdmin(member) && (
            <>
              <FormCell span={3}>
                <DayField
                  label="Approved, day"
                  value={paper.approvedDay}
                  onChange={(approvedDay) => change({ approvedDay }, 'approvedAt')}
                />
              </FormCell>
              <FormCell span={3}>
                <TimeField
                  label="Approved, time"
                  {...at.fieldOf('approvedAt')}
                  value={paper.approvedTime}
                  onChange={(approvedTime) => change({ approvedTime }, 'approvedAt')}
                />
              </FormCell>
            </>
          )}
        </FormSection>
        <PatientFields raise={raise} />
        <BloodFields raise={raise} />
        <TimeFields raise={raise} />
        <MoreFields raise={raise} />
        <FormFoot className={`row gap-16 ${classes.actions}`}>
          <PushButton
            type="submit"
            kind="primary"
            className="wide-on-phone"
            loading={raise.doing === 'sending'}
            loadingLabel="Saving"
          >
            Enter from paper
          </PushButton>
        </FormFoot>
      </Form>
    </>
  )
}
