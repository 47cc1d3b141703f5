import { IconClock } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { ago, showClock } from '#domain/basics/time.ts'
import { useLive } from '../../../api/queries.ts'
import { NotYet } from '../../../parts/NotYet.tsx'
import { paths } from '../../../paths.ts'
import { now as rightNow } from '../../../server-clock.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { FormBeside, FormFoot, FormUnder } from '../../../ui/fields/FormSection.tsx'
import { buttonClass, PushButton } from '../../../ui/fields/PushButton.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { MoreFields } from './MoreFields.tsx'
import { BloodFields, PatientFields, TimeFields } from './RaiseFields.tsx'
import { RaiseFromPaper } from './RaiseFromPaper.tsx'
import classes from './RaiseScreen.module.css'
import { RaiseSummary } from './RaiseSummary.tsx'
import { alreadyRaised, formAgain, formOf, labels, type RaiseForm, stillEmpty } from './raise-draft.ts'
import { type Raise, useRaise } from './use-raise.ts'

export function RaiseScreen() {
  const again = useLocation({ select: ({ state }) => state.again?.id })
  const amend = useLocation({ select: ({ state }) => state.amend?.id })
  const replace = useLocation({ select: ({ state }) => state.replace?.id })
  const paper = useLocation({ select: ({ state }) => state.paper })
  if (paper) return <RaiseFromPaper />
  if (amend) return <Amend key={amend} id={amend} />
  if (replace) return <Replace key={replace} id={replace} />
  return again ? <RaiseAgain key={again} id={again} /> : <RaiseNew />
}

/** The same form, opened on a pending request as it was when it was opened (ruling AMB-296). */
function Amend({ id }: { id: string }) {
  const asked = useLive(requests.show, { id })
  const [first, setFirst] = useState<RequestDetail>()
  if (!first && asked.data) setFirst(asked.data)
  if (!first) return <NotYet asked={asked} height={240} />
  return <AmendForm request={first} />
}

function AmendForm({ request }: { request: RequestDetail }) {
  const raise = useRaise({ begun: formOf(request), amended: request })
  return (
    <>
      <PageHead
        title="Amend Request"
        line={`${request.id}. Whoever approves it sees what was amended.`}
        right={<RaiseClock />}
      />
      <FormBeside
        form={
          <Form className={`readable ${classes.form}`} label="Amend Request" onSubmit={raise.submit}>
            <div>
              <PatientFields raise={raise} />
              <BloodFields raise={raise} />
              <TimeFields raise={raise} />
              <MoreFields raise={raise} />
            </div>
            <FormFoot className={`row gap-16 ${classes.actions}`}>
              <PushButton
                type="submit"
                kind="primary"
                className="wide-on-phone"
                loading={raise.doing === 'sending'}
                loadingLabel="Saving"
              >
                Amend Request
              </PushButton>
              <Link
                className={buttonClass({ kind: 'quiet' })}
                to={paths.screen('pilot', 'requestStatus')}
                search={{ search: request.id }}
              >
                Leave as it was
              </Link>
            </FormFoot>
          </Form>
        }
      >
        <RaiseSummary form={raise.draft} now={raise.now} />
      </FormBeside>
    </>
  )
}

const RaiseClock = () => (
  <span className="inline gap-8">
    <IconClock size={16} stroke={1.75} aria-hidden />
    <Clock every={5000} format={showClock} />
  </span>
)

/** Opened on a request that was raised before (ruling AMB-297): what it asked for is there, and no time. */
function RaiseAgain({ id }: { id: string }) {
  const asked = useLive(requests.show, { id })
  if (!asked.data) return <NotYet asked={asked} height={240} />
  return <RaiseNew begun={formAgain(asked.data, rightNow())} from={id} />
}

/** With the raise of this one the other is cancelled, as it was when this was opened (ruling AMB-311). */
function Replace({ id }: { id: string }) {
  const asked = useLive(requests.show, { id })
  const [first, setFirst] = useState<RequestDetail>()
  if (!first && asked.data) setFirst(asked.data)
  if (!first) return <NotYet asked={asked} height={240} />
  return <RaiseNew begun={formAgain(first, rightNow())} replaced={first} />
}

type RaiseNewProps = { begun?: RaiseForm; from?: string; replaced?: RequestDetail }

function RaiseNew({ begun, from, replaced }: RaiseNewProps) {
  const raise = useRaise({ begun, replaced })
  return (
    <>
      <PageHead
        title="Raise Request"
        line="Your hospital admin approves it before it goes to the blood bank."
        right={<RaiseClock />}
      />
      <KeptNotice raise={raise} />
      {replaced && (
        <div className={classes.kept}>
          <Notice kind="warning">
            Submitting this cancels request <b>{replaced.id}</b> and raises this one in its place. Until then
            nothing is cancelled. Please look at each field and choose the times anew.
          </Notice>
        </div>
      )}
      {from && (
        <div className={classes.kept}>
          <Notice>
            Copied from request <b>{from}</b>, which stays as it is. Please look at each field and choose the
            times anew.
          </Notice>
        </div>
      )}
      <FormBeside
        form={
          <Form className={`readable ${classes.form}`} label="Raise Request" onSubmit={raise.submit}>
            <div key={raise.round}>
              <PatientFields raise={raise} />
              <BloodFields raise={raise} />
              <TimeFields raise={raise} />
              <MoreFields raise={raise} />
            </div>
            {!replaced && <AlreadyRaised raise={raise} />}
            <FormFoot className={`row gap-16 ${classes.actions}`}>
              <div className={classes.bar}>
                <PushButton
                  type="submit"
                  kind="primary"
                  className="wide-on-phone"
                  aria-describedby="raise-empty"
                  loading={raise.doing === 'sending'}
                  loadingLabel="Saving"
                >
                  {replaced ? 'Cancel and raise again' : 'Submit Request'}
                </PushButton>
                <p id="raise-empty" className={`muted ${classes.empty}`}>
                  {emptyText(raise.draft)}
                </p>
              </div>
              <PushButton kind="quiet" className="wide-on-phone" onClick={raise.clear}>
                Clear form
              </PushButton>
            </FormFoot>
          </Form>
        }
      >
        <RaiseSummary form={raise.draft} now={raise.now} />
      </FormBeside>
    </>
  )
}

/** Ruling AMB-217. It stands there at once, so that nothing moves when it was found that it can be opened. */
function KeptNotice({ raise: { kept, now, isBusy } }: { raise: Raise }) {
  const { offered, bringBack, drop } = kept
  const isOpened = offered !== 'looking'
  const [first, ...others] = isOpened ? offered : []
  if (isOpened && !first) return null
  return (
    <div className={classes.kept}>
      <Notice>
        <span className="wrap gap-8">
          A request that you began {first ? `${ago(first.at, now)} ` : ''}and did not send is kept on this
          device, readable for this account alone.{othersText(others.length)}
          <PushButton size="xs" disabled={!isOpened || isBusy} onClick={bringBack}>
            Bring it back
          </PushButton>
          <PushButton size="xs" kind="quiet" disabled={!isOpened || isBusy} onClick={drop}>
            Delete it
          </PushButton>
        </span>
      </Notice>
    </div>
  )
}

const othersText = (count: number): string =>
  count === 0 ? '' : ` So ${count === 1 ? 'is one' : `are ${count}`} more, offered after it.`

/** So many are named; more would push the button about while the form is filled in. */
const named = 3

function emptyText(form: RaiseForm): string {
  const empty = stillEmpty(form).map((field) => labels[field])
  if (empty.length === 0) return 'Everything is filled in'
  const left = empty.length > named + 1 ? empty.slice(0, named) : empty
  const others = empty.length - left.length
  return `Still empty: ${left.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

/** Says so if this patient seems to have it on order already; it does not stand in the way. */
function AlreadyRaised({ raise: { draft, now, isBusy } }: { raise: Raise }) {
  const recent = useLive(requests.list, { limit: 20 })
  const twin = alreadyRaised(draft, recent.data?.items ?? [], now)
  return (
    <FormUnder aria-live="polite">
      {twin && !isBusy && (
        <Notice kind="warning">
          Patient ID {twin.patientId} already has a request for {twin.component}, raised{' '}
          {ago(twin.raisedAt, now)}: <b>{twin.id}</b>. Submit this one only if it is another.
        </Notice>
      )}
    </FormUnder>
  )
}
