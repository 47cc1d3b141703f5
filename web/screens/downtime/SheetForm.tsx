import { useState } from 'react'
import { late } from '#contract/late.ts'
import { shelfGroups } from '#domain/bags/kinds.ts'
import { dayOf } from '#domain/basics/time.ts'
import { AntibodyScreen, Recent } from '#domain/matching/sample.ts'
import { call } from '../../api/client.ts'
import { recentOptions, screenOptions } from '../../parts/bags/finding-options.ts'
import { groupOptions } from '../../parts/bags/group-options.ts'
import { useCatchScan } from '../../parts/bags/use-catch-scan.ts'
import { useForm } from '../../parts/use-form.ts'
import { now } from '../../server-clock.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { focusOn } from '../../ui/focus.ts'
import classes from './Downtime.module.css'
import { SheetBags } from './SheetBags.tsx'
import { type SheetParts, Tick, When } from './SheetWhen.tsx'
import { emptySheet, fieldOfBag, isGap, type SheetDraft, sheetFields, sheetOf } from './sheet-draft.ts'

/** What was cross-matched and issued on a bank's paper while nothing worked (ruling AMB-374). */
export function SheetForm() {
  const [done, setDone] = useState('')
  const catching = useCatchScan<HTMLDivElement>()
  const form = useForm<SheetDraft, string>({
    ...{ name: 'sheet', empty: emptySheet(dayOf(now())), fields: sheetFields },
    goTo: (field) => focusOn(`sheet-${field === 'bags' ? fieldOfBag(form.draft.lines, 0) : field}`),
  })

  async function submit() {
    setDone('')
    const input = sheetOf(form.draft, now())
    if (isGap(input)) return form.object(input)
    const slip = await form.send(() => call(late.issue, input, { key: form.keyFor(input) }))
    if (slip === null) return
    form.clear()
    setDone(`Delivery ${slip.seq} of order ${input.id} is entered, with slip ${slip.slip}.`)
  }

  return (
    <div {...catching}>
      <Form
        key={form.round}
        className={`box stack gap-16 ${classes.form}`}
        label="Enter from paper"
        onSubmit={submit}
      >
        <div className="stack gap-6">
          <h2 className="heading">Enter from paper</h2>
          <p className="muted">
            Cross-match and issue of one delivery, with the times on the paper. Nobody is told by message,
            unless a bag must not be given any more or the sample is of another group, and the order does not
            move by it.
          </p>
        </div>
        <PaperPart {...form} />
        <TubePart {...form} />
        <SheetBags {...form} />
        <IssuePart {...form} />
        <EmergencyPart {...form} />
        <div className="row wrap gap-12">
          <PushButton
            type="submit"
            kind="primary"
            className={classes.press}
            loading={form.isBusy}
            loadingLabel="Saving"
          >
            Enter from paper
          </PushButton>
        </div>
        <p role="status" className={done === '' ? 'visually-hidden' : 'strong breaks'}>
          {done}
        </p>
      </Form>
    </div>
  )
}

const PaperPart = ({ draft, change, fieldOf }: SheetParts) => (
  <div className={classes.row}>
    <TextField
      {...fieldOf('id')}
      label="Order ID"
      size="lg"
      value={draft.id}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change({ id: event.currentTarget.value })}
    />
    <TextField
      {...fieldOf('paperNumber')}
      label="Paper number"
      size="lg"
      value={draft.paperNumber}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change({ paperNumber: event.currentTarget.value })}
    />
    <TextField
      {...fieldOf('seq')}
      label="Delivery"
      size="lg"
      inputMode="numeric"
      value={draft.seq}
      autoComplete="off"
      onChange={(event) => change({ seq: event.currentTarget.value })}
    />
  </div>
)

/** Typed as it stands on the tube; folded where the bench has it. */
function TubePart({ draft, change, fieldOf }: SheetParts) {
  return (
    <fieldset className={classes.part}>
      <legend>Sample</legend>
      <Tick
        {...fieldOf('hasTube')}
        label="The bench has the tube already"
        checked={draft.hasTube}
        onTick={(hasTube) => change({ hasTube })}
      />
      {!draft.hasTube && (
        <div className={classes.row}>
          <TextField
            {...fieldOf('labelName')}
            label="Name on the tube"
            size="lg"
            value={draft.labelName}
            maxLength={120}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ labelName: event.currentTarget.value })}
          />
          <TextField
            {...fieldOf('labelPatientId')}
            label="Patient ID on the tube"
            size="lg"
            value={draft.labelPatientId}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ labelPatientId: event.currentTarget.value })}
          />
          <Dropdown
            {...fieldOf('groupFound')}
            label="Group found"
            size="lg"
            placeholder="Not tested"
            options={groupOptions}
            value={draft.groupFound}
            onChange={(value) => change({ groupFound: shelfGroups.find((group) => group === value) ?? null })}
          />
          <Dropdown
            {...fieldOf('antibodyScreen')}
            label="Antibody screen"
            size="lg"
            options={screenOptions}
            value={draft.antibodyScreen}
            onChange={(value) => change({ antibodyScreen: AntibodyScreen.catch('not-done').parse(value) })}
          />
          <Dropdown
            {...fieldOf('recent')}
            label="Transfused or pregnant in 3 months"
            size="lg"
            options={recentOptions}
            value={draft.recent}
            onChange={(value) => change({ recent: Recent.catch('unknown').parse(value) })}
          />
          <TextField
            {...fieldOf('takenBy')}
            label="Taken by"
            size="lg"
            value={draft.takenBy}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => change({ takenBy: event.currentTarget.value })}
          />
        </div>
      )}
      {!draft.hasTube && (
        <div className={classes.row}>
          <When name="taken" label="Taken" {...{ draft, change, fieldOf }} />
          <When name="received" label="Received" {...{ draft, change, fieldOf }} />
        </div>
      )}
    </fieldset>
  )
}

function IssuePart({ draft, change, fieldOf }: SheetParts) {
  return (
    <fieldset className={classes.part}>
      <legend>Issue</legend>
      <div className={classes.row}>
        <When name="issued" label="Issued" {...{ draft, change, fieldOf }} />
        <TextField
          {...fieldOf('issuedBy')}
          label="Issued by"
          size="lg"
          value={draft.issuedBy}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => change({ issuedBy: event.currentTarget.value })}
        />
        <TextField
          {...fieldOf('checkedBy')}
          label="Checked by"
          size="lg"
          value={draft.checkedBy}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => change({ checkedBy: event.currentTarget.value })}
        />
      </div>
      <Tick
        {...fieldOf('isInspected')}
        label="Each bag was looked at: colour, clots, leaks"
        checked={draft.isInspected}
        onTick={(isInspected) => change({ isInspected })}
      />
    </fieldset>
  )
}

const EmergencyPart = ({ draft, change, fieldOf }: SheetParts) => (
  <fieldset className={classes.part}>
    <legend>Emergency</legend>
    <CheckBox
      size="lg"
      label="Released without a cross-match, on a doctor’s word"
      checked={draft.isEmergency}
      onChange={({ currentTarget }) => change({ isEmergency: currentTarget.checked })}
    />
    {draft.isEmergency && (
      <div className={classes.row}>
        <TextField
          {...fieldOf('doctor')}
          label="Doctor who asked"
          size="lg"
          value={draft.doctor}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => change({ doctor: event.currentTarget.value })}
        />
        <TextField
          {...fieldOf('reason')}
          label="Reason"
          size="lg"
          value={draft.reason}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </div>
    )}
  </fieldset>
)
