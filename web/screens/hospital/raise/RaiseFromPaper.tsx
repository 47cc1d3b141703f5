import { useState } from 'react'
import { dayOf, instantOf, timeOf } from '#domain/basics/time.ts'
import { isHospitalAdmin } from '#domain/people/actor.ts'
import { useMember } from '../../../api/session.ts'
import { now as rightNow } from '../../../server-clock.ts'
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

/** The same form, as of the time on a paper (ruling AMB-343). */
export function RaiseFromPaper() {
  const member = useMember()
  const [paper, setPaper] = useState(() => ({
    ...{ number: '', day: dayOf(rightNow()), time: timeOf(rightNow()) },
    ...{ approvedDay: dayOf(rightNow()), approvedTime: '' },
  }))
  const change = (part: Partial<typeof paper>) => setPaper((before) => ({ ...before, ...part }))
  const raisedAt = instantOf(paper.day || dayOf(rightNow()), paper.time || '00:00')
  const approvedAt =
    paper.approvedDay && paper.approvedTime ? instantOf(paper.approvedDay, paper.approvedTime) : undefined
  const raise = useRaise({ paper: { paperNumber: paper.number, raisedAt, approvedAt } })
  return (
    <>
      <PageHead
        title="Enter from paper"
        line="A request that was written on a paper of the downtime pack. The rules are those of the time on it."
      />
      <Form className={`readable ${classes.form}`} label="Enter from paper" onSubmit={raise.submit}>
        <FormSection title="Paper" help="Its number and times, as they stand on it.">
          <FormCell span={6}>
            <TextField
              label="Paper number"
              placeholder="P-NAME-000123"
              value={paper.number}
              autoComplete="off"
              onChange={(event) => change({ number: event.currentTarget.value })}
            />
          </FormCell>
          <FormCell span={3}>
            <DayField label="Raised, day" value={paper.day} onChange={(day) => change({ day })} />
          </FormCell>
          <FormCell span={3}>
            <TimeField label="Raised, time" value={paper.time} onChange={(time) => change({ time })} />
          </FormCell>
          {isHospitalAdmin(member) && (
            <>
              <FormCell span={3}>
                <DayField
                  label="Approved, day"
                  value={paper.approvedDay}
                  onChange={(approvedDay) => change({ approvedDay })}
                />
              </FormCell>
              <FormCell span={3}>
                <TimeField
                  label="Approved, time"
                  value={paper.approvedTime}
                  onChange={(approvedTime) => change({ approvedTime })}
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
