import { invoiceEndings } from '#domain/basics/uploading.ts'
import { type InvoiceParty, invoiceParties } from '#domain/billing/invoicing.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { UploadProgress } from '../../../ui/feedback/UploadProgress.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { FileDrop } from '../../../ui/fields/FileDrop.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormCell, FormFoot, FormSection, FormUnder } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import layout from '../ByOrder.module.css'
import { OrderBrief } from '../OrderBrief.tsx'
import { ChangeNote, NextStatus } from './ChangeNote.tsx'
import { NextInLine } from './NextInLine.tsx'
import classes from './UpdateDbScreen.module.css'
import { UpdateDone } from './UpdateDone.tsx'
import { type UpdateDb, useUpdateDb } from './use-update-db.ts'

/** The stored words, not those that lists show (ruling AMB-50). */
const statusOptions = requestStatuses.map((status) => ({ value: status, label: status }))

export function UpdateDbScreen({ title }: { title: string }) {
  const update = useUpdateDb()
  return (
    <>
      <PageHead
        title={title}
        line="Set the status of an order, with a note or its invoices."
        right={<LiveNow />}
      />
      {update.done && <UpdateDone key={update.done.version} done={update.done} onClose={update.forgetDone} />}
      <Form className={layout.page} label={title} onSubmit={update.submit}>
        <div className={layout.first}>
          <TextField
            label="Request ID"
            {...update.fieldOf('requestId')}
            className={layout.id}
            value={update.requestId}
            onChange={(event) => update.changeId(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              update.lookUp()
            }}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NextInLine chosen={update.order?.id} setHere={update.setHere} take={update.takeNext} />
        </div>
        <div className={layout.order}>
          <OrderBrief typed={update.typed} />
        </div>
        <div className={layout.rest}>
          <Fields update={update} />
          {update.sending && (
            <FormUnder className={`readable ${classes.progress}`}>
              <UploadProgress
                title={`${update.sending.party} Invoice uploading`}
                {...update.sending}
                onCancel={() => update.sending?.stop.abort()}
              />
            </FormUnder>
          )}
          {/* there before its first words, else screen readers miss them */}
          <FormUnder className={`readable ${classes.left}`} aria-live="polite">
            <LeftOver update={update} />
          </FormUnder>
          <FormFoot>
            <PushButton
              type="submit"
              kind="primary"
              className="wide-on-phone"
              loading={update.isBusy}
              loadingLabel="Saving"
            >
              SUBMIT DETAILS
            </PushButton>
          </FormFoot>
        </div>
      </Form>
    </>
  )
}

function Fields({ update }: { update: UpdateDb }) {
  const { order, draft } = update
  return (
    <>
      <FormSection title="Details" help="Any status may be set, forwards or back.">
        <FormCell span={6}>
          <Dropdown
            label="Status"
            {...update.fieldOf('status')}
            placeholder="Choose"
            options={statusOptions}
            value={update.draft.status}
            onChange={(value) =>
              update.change({ status: requestStatuses.find((status) => status === value) ?? null })
            }
            className={classes.status}
            note={order && draft.status && <ChangeNote order={order} status={draft.status} />}
          />
          {order && <NextStatus order={order} chosen={draft.status} choose={update.change} />}
        </FormCell>
        <FormCell span={6}>
          <TextField
            label="Note"
            help="Takes the place of the note there is. Leave it empty to keep that."
            {...update.fieldOf('note')}
            value={update.draft.note}
            onChange={(event) => update.change({ note: event.currentTarget.value })}
            maxLength={1000}
            autoComplete="off"
          />
        </FormCell>
        <FormCell span={6}>
          <TextField
            label="Delivery status text (optional)"
            help="Hospitals read it at once, in small letters, in place of what the status says."
            {...update.fieldOf('deliveryText')}
            value={update.draft.deliveryText}
            onChange={(event) => update.change({ deliveryText: event.currentTarget.value })}
            maxLength={200}
            autoComplete="off"
          />
        </FormCell>
      </FormSection>
      <FormSection
        title="Invoices"
        help="Only if they were made elsewhere: they take the place of those there are."
      >
        <FormCell span={6}>
          <div className={classes.drops}>
            {invoiceParties.map((party) => (
              <InvoiceDrop key={party} update={update} party={party} />
            ))}
          </div>
        </FormCell>
      </FormSection>
    </>
  )
}

/** After a try that failed the form is as it was: pressed again, it would do the same. */
function LeftOver({ update: { stillSet, dropped, clear } }: { update: UpdateDb }) {
  if (dropped) {
    return (
      <Notice>
        Cleared, because it was set for {dropped.id}: {dropped.what.join(', ')}.
      </Notice>
    )
  }
  if (stillSet.length === 0) return null
  return (
    <Notice kind="warning">
      <span>Not submitted. Still set: {stillSet.join(', ')}.</span>
      <PushButton size="xs" onClick={clear}>
        Clear the form
      </PushButton>
    </Notice>
  )
}

function InvoiceDrop({ update, party }: { update: UpdateDb; party: InvoiceParty }) {
  const file = update.draft.invoices[party]
  const refused = update.draft.refused[party]
  return (
    <FileDrop
      label={`${party} invoice`}
      id={update.idOf(party)}
      error={update.errors[party] ?? refused?.why ?? null}
      refused={refused?.file}
      onRefused={(unfit, why) => update.refuseFile(party, unfit, why)}
      files={file ? [file] : []}
      onChange={(files) => void update.choose(party, files[0])}
      accept={invoiceEndings}
      help={'.pdf, .jpg, .jpeg or .png, up to 10\u00a0MB'}
    />
  )
}
