import { type DriverOrder, orders } from '#contract/orders.ts'
import { type Driver, organisations } from '#contract/organisations.ts'
import { sheets } from '#contract/sheets.ts'
import { showClock } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive, useLiveList } from '../../../api/queries.ts'
import { Blood } from '../../../parts/Blood.tsx'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { SheetDownload } from '../../../parts/SheetDownload.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './DriverOrdersScreen.module.css'
import { DriverOrdersTabs, type View } from './DriverOrdersTabs.tsx'

/** Ruling AMB-117: no patient. */
const columns: Column<DriverOrder>[] = [
  { title: 'Request ID', width: 92, cell: ({ id }) => <span className="medium figures">{id}</span> },
  { title: 'Hospital', width: 130, cell: ({ hospitalName }) => <bdi>{displayNameOf(hospitalName)}</bdi> },
  { title: 'Blood Bank', width: 130, cell: ({ bankName }) => <bdi>{bankName ?? '-'}</bdi> },
  { title: 'Blood Information', width: 168, firm: true, cell: (order) => <Blood request={order} /> },
  {
    title: 'Order Type',
    width: 88,
    cell: ({ orderType }) => <span className="dim">{orderType}</span>,
  },
  {
    title: 'Status',
    width: 184,
    firm: true,
    cell: (order) => (
      <>
        <StatusBadge request={order} />
        <NowWith order={order} />
      </>
    ),
  },
  { title: 'Sample Pickup Time', width: 164, cell: ({ pickupAt }) => <Timestamp at={pickupAt} /> },
  { title: 'Delivery Deadline', width: 164, cell: ({ deadlineAt }) => <Timestamp at={deadlineAt} /> },
]

export function DriverOrdersScreen({ title }: { title: string }) {
  const [email, setEmail] = useUrlText('driver')
  const drivers = useLive(organisations.drivers, {})
  const all = drivers.data?.items ?? []
  const driver = all.find((one) => one.email === email)
  return (
    <>
      <PageHead
        title={title}
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      <Dropdown
        label="Driver"
        className={classes.driver}
        placeholder="Choose a driver"
        options={all.map(({ email: value, name }) => ({ value, label: name }))}
        value={driver ? email : null}
        onChange={(chosen) => setEmail(chosen ?? '')}
      />
      {drivers.error && (
        <Notice kind="warning" onRetry={() => drivers.refetch()}>
          The drivers did not load. {wordsFor(drivers.error).text}
        </Notice>
      )}
      {driver ? (
        <Orders driver={driver} />
      ) : (
        <p className="dim">What the driver carries, and has carried, is shown here.</p>
      )}
    </>
  )
}

/** Ruling AMB-195: what is under way first. */
function Orders({ driver: { email, name } }: { driver: Driver }) {
  const [kept, setView] = useUrlText('view')
  const view: View = kept === 'history' ? 'history' : 'ongoing'
  const list = useLiveList(orders.ofDriver, { driver: email, view })
  const viewKey = `${email} ${view}`
  const changed = useChangedRows(list.rows, viewKey)
  return (
    <DriverOrdersTabs
      view={view}
      onChange={(next) => setView(next === 'history' ? next : '')}
      right={
        <span className="row gap-12">
          {list.rows && <span>{countOf(list.rows.length, list.hasMore)}</span>}
          <SheetDownload route={sheets.driverOrders} input={{ driver: email, view }} />
        </span>
      }
    >
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <DataTable
        label={view === 'ongoing' ? `Ongoing orders of ${name}` : `Every order of ${name}`}
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(order) => <Card order={order} />}
        viewKey={viewKey}
        changedKeys={changed}
        empty="NO DATA FOUND"
        emptyHelp={
          view === 'ongoing'
            ? `${name} carries nothing at the moment. Orders appear here once they are linked.`
            : `${name} was never given an order.`
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </DriverOrdersTabs>
  )
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `${count} newest orders`
  return count === 1 ? '1 order' : `${count} orders`
}

function Card({ order }: { order: DriverOrder }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <article className="breaks stack gap-6" aria-labelledby={`order-${order.id}`}>
      <div className={`row wrap ends ${classes.top}`}>
        <h2 id={`order-${order.id}`} className="strong figures larger">
          {order.id}
        </h2>
        <StatusBadge request={order} />
      </div>
      <NowWith order={order} />
      <p className="large">
        <strong>{group}</strong> {component}, {units}
      </p>
      <dl className={classes.facts}>
        <dt>Hospital</dt>
        <dd>
          <bdi>{displayNameOf(order.hospitalName)}</bdi>
        </dd>
        <dt>Blood Bank</dt>
        <dd>
          <bdi>{order.bankName ?? '-'}</bdi>
        </dd>
        <dt>Order Type</dt>
        <dd>{order.orderType}</dd>
        <dt>Sample Pickup Time</dt>
        <dd>
          <Timestamp at={order.pickupAt} />
        </dd>
        <dt>Delivery Deadline</dt>
        <dd>
          <Timestamp at={order.deadlineAt} />
        </dd>
      </dl>
    </article>
  )
}

/** Ruling AMB-241: ongoing is said of the order. That it is not this driver's any more stands with it. */
function NowWith({ order: { nowWith } }: { order: DriverOrder }) {
  if (nowWith === null) return null
  if (nowWith === '') return <p className="dim">No driver has it now</p>
  return (
    <p className="dim">
      <bdi>{nowWith}</bdi> has it now
    </p>
  )
}
