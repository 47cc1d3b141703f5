import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { componentName, groupName } from '#domain/basics/blood.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { showClock } from '#domain/basics/time.ts'
import { subscriptionNotice } from '#domain/requests/approving.ts'
import { mostPending } from '#domain/requests/listing.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { wordsFor } from '../../../api/client.ts'
import { useMember } from '../../../api/session.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useNow } from '../../../parts/use-now.ts'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { DecisionButtons, patientAt } from '../DecisionButtons.tsx'
import classes from './ApprovalScreen.module.css'

const columns: Column<OwnRequest>[] = [
  { title: 'Request ID', width: 92, cell: ({ id }) => <span className={classes.id}>{id}</span> },
  {
    title: 'Order Type',
    width: 150,
    cell: ({ orderType, pickupAt }) => (
      <>
        <p className={classes.dim}>{orderType}</p>
        <Pickup at={pickupAt} />
      </>
    ),
  },
  {
    title: 'Patient Name',
    cell: (request) => (
      <>
        <strong id={patientAt(request)} className={classes.patient}>
          {request.patientName}
        </strong>
        <Whose request={request} />
      </>
    ),
  },
  { title: 'Blood Group', width: 92, cell: ({ bloodGroup }) => <strong>{groupName(bloodGroup)}</strong> },
  { title: 'Units', width: 56, align: 'right', cell: ({ units }) => units },
  { title: 'Component', width: 164, cell: ({ component }) => componentName(component) },
  { title: 'Reason', cell: ({ reason }) => <Reason reason={reason} /> },
  { title: 'Action', width: 212, cell: (request) => <DecisionButtons request={request} /> },
]

export function ApprovalScreen() {
  const subscription = subscriptionNotice(useMember())
  const { typed, heeded, type, isSearching } = useRequestSearch()
  const pending = useSearchedList(requests.pending, {}, heeded)
  const changed = useChangedRows(pending.rows, heeded)

  return (
    <>
      <PageHead
        title="Request Approval"
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      {subscription && <Notice kind="warning">{subscription.text}</Notice>}
      {pending.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(pending.error).text}</Notice>
      )}
      <Toolbar right={pending.rows && countOf(pending.rows.length, isSearching)}>
        <SearchBox value={typed} onChange={type} />
      </Toolbar>
      <DataTable
        label="Pending requests"
        rows={pending.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(request) => <Card request={request} />}
        viewKey={heeded}
        changedKeys={changed}
        empty={isSearching ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          isSearching ? 'No pending request has this ID.' : 'New requests appear here by themselves.'
        }
        emptyAction={
          isSearching && (
            <PushButton size="xs" onClick={() => type('')}>
              Show all
            </PushButton>
          )
        }
        failed={pending.error ? { text: wordsFor(pending.error).text, retry: pending.retry } : null}
      />
    </>
  )
}

function countOf(count: number, isSearching: boolean): string {
  if (isSearching) return `${count} found`
  return count < mostPending ? `${count} pending` : `${count} newest pending`
}

/** Two patients of one name are told apart by it. */
const Whose = ({ request: { patientId, age, sex } }: { request: OwnRequest }) => (
  <p className={classes.more}>
    <bdi>{patientId}</bdi>, {age}, {sex}
  </p>
)

/** How much time there is for the decision. It may come later too (ruling AMB-08). */
function Pickup({ at }: { at: Date }) {
  const now = useNow()
  const isPassed = at < now
  return (
    <p className={classes.more} data-passed={isPassed || undefined}>
      pickup {showWhen(at, now)}
      {isPassed && ', passed'}
    </p>
  )
}

/** Only this may be cut: two lines, the whole of it on hover. */
const Reason = ({ reason }: { reason: string }) => (
  <span className={classes.reason} title={reason}>
    {reason}
  </span>
)

function Card({ request }: { request: OwnRequest }) {
  const { group, units } = bloodInformation(request)
  return (
    <article className={classes.card} aria-labelledby={patientAt(request)}>
      <h2 id={patientAt(request)} className={classes.name}>
        {request.patientName}
      </h2>
      <Whose request={request} />
      <p className={classes.blood}>
        <strong>{group}</strong> {componentName(request.component)}, {units}
      </p>
      <p className={classes.why}>{request.reason}</p>
      <p className={classes.meta}>
        <span className={classes.id}>{request.id}</span>, {request.orderType}
      </p>
      <Pickup at={request.pickupAt} />
      <DecisionButtons request={request} />
    </article>
  )
}
