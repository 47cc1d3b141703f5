import { organisations } from '#contract/organisations.ts'
import { type Audience, audienceNames, audiences, longestNotice } from '#domain/notices/writing.ts'
import { useLive } from '../../../api/queries.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import { FilterChips } from '../../../ui/table/FilterChips.tsx'
import classes from './Notices.module.css'
import type { NoticeForm } from './use-notice-form.ts'

const choices = audiences.map((value) => ({ value, label: audienceNames[value] }))

export function NoticeFormBox({ form }: { form: NoticeForm }) {
  const { draft, change, changing, fieldOf } = form
  const title = changing ? 'Change a notice' : 'Write a notice'
  const { length } = [...draft.text]
  return (
    <Form
      key={form.round}
      className={`box stack gap-16 ${classes.form}`}
      label={title}
      onSubmit={form.submit}
    >
      <strong>{title}</strong>
      <TextArea
        {...fieldOf('text')}
        label="Text"
        rows={2}
        value={draft.text}
        note={`${length} of ${longestNotice} characters. It is shown as it is written, without formatting.`}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className="stack gap-6">
        <span className="medium" aria-hidden="true">
          To whom
        </span>
        <Segments
          label="To whom"
          value={draft.audience}
          choices={choices}
          onChange={(audience: Audience) => change({ audience }, 'organisationIds')}
        />
      </div>
      {draft.audience === 'chosen' && <Chosen form={form} />}
      <div className={classes.times}>
        <Moment form={form} field="fromAt" label="From" help="Left empty, it begins at once." />
        <Moment form={form} field="untilAt" label="Until" help="Left empty, it stands until you end it." />
      </div>
      <div className="row wrap gap-12">
        <PushButton type="submit" kind="primary" loading={form.isBusy} loadingLabel="Saving">
          {changing ? 'Save changes' : 'Write notice'}
        </PushButton>
        {changing && <PushButton onClick={form.leave}>Leave it as it was</PushButton>}
      </div>
    </Form>
  )
}

type MomentProps = { form: NoticeForm; field: 'fromAt' | 'untilAt'; label: string; help: string }

function Moment({ form: { draft, change, fieldOf }, field, label, help }: MomentProps) {
  const isFrom = field === 'fromAt'
  return (
    <div className="stack gap-6">
      <div className={classes.moment}>
        <DayField
          {...fieldOf(field)}
          label={label}
          value={isFrom ? draft.fromDay : draft.untilDay}
          onChange={(day) => change(isFrom ? { fromDay: day } : { untilDay: day }, field)}
        />
        <TimeField
          label={`${label}, time`}
          value={isFrom ? draft.fromTime : draft.untilTime}
          onChange={(time) => change(isFrom ? { fromTime: time } : { untilTime: time }, field)}
        />
      </div>
      <span className="muted">{help}</span>
    </div>
  )
}

function Chosen({ form: { draft, change, fieldOf } }: { form: NoticeForm }) {
  const hospitals = useLive(organisations.hospitalChoices, {}).data?.items ?? []
  const banks = useLive(organisations.bankChoices, {}).data?.items ?? []
  const options = [...hospitals, ...banks].map(({ id, name }) => ({ value: id, label: name }))
  const chosen = draft.organisationIds
  return (
    <div className="stack gap-12">
      <Dropdown
        {...fieldOf('organisationIds')}
        label="Organisations"
        placeholder="Add a hospital or bank"
        options={options.filter(({ value }) => !chosen.includes(value))}
        value={null}
        onChange={(id) => id !== null && change({ organisationIds: [...chosen, id] })}
      />
      <FilterChips
        groups={[{ key: 'organisations', title: 'Organisation', options }]}
        value={{ organisations: chosen }}
        onChange={({ organisations: ids = [] }) => change({ organisationIds: ids })}
      />
    </div>
  )
}
