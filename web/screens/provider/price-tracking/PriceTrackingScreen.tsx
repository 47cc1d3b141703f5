import type { PricedOrder } from '#contract/billing.ts'
import { sheets } from '#contract/sheets.ts'
import { componentName, groupName } from '#domain/basics/blood.ts'
import { showRupees } from '#domain/basics/money.ts'
import { showClock, showDate } from '#domain/basics/time.ts'
import { wordsFor } from '../../../api/client.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { SheetDownload } from '../../../parts/SheetDownload.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterChips } from '../../../ui/table/FilterChips.tsx'
import { FilterPanel } from '../../../ui/table/FilterPanel.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { PriceTrackingPager } from './PriceTrackingPager.tsx'
import classes from './PriceTrackingScreen.module.css'
import { usePricePage } from './use-price-page.ts'

const none = '-'
const money = (paise: number | null): string => (paise === null ? none : showRupees(paise))

/** Ruling AMB-167: the request, and what §3.3 keeps of its invoice. */
const columns: Column<PricedOrder>[] = [
  { title: 'Request ID', width: 86, cell: ({ id }) => <span className="medium figures nowrap">{id}</span> },
  { title: 'Invoice ID', width: 124, cell: ({ invoiceId }) => <Dim>{invoiceId ?? none}</Dim> },
  { title: 'Date', width: 92, cell: ({ issuedAt }) => <Dim>{issuedAt ? showDate(issuedAt) : none}</Dim> },
  { title: 'Hospital', width: 124, cell: ({ hospitalName }) => <bdi>{hospitalName}</bdi> },
  { title: 'Blood Group', width: 68, cell: ({ bloodGroup }) => <strong>{groupName(bloodGroup)}</strong> },
  { title: 'Blood Bank', width: 84, cell: ({ bankName }) => <bdi>{bankName ?? none}</bdi> },
  {
    title: 'Component',
    width: 80,
    cell: ({ component }) => <span title={componentName(component)}>{component}</span>,
  },
  { title: 'Price', width: 108, align: 'right', cell: ({ pricePaise }) => money(pricePaise) },
  { title: 'Delivery Rate', width: 92, align: 'right', cell: ({ deliveryPaise }) => money(deliveryPaise) },
  { title: 'Convenience Fee', width: 96, align: 'right', cell: ({ feePaise }) => money(feePaise) },
  {
    title: 'Total',
    width: 108,
    align: 'right',
    cell: ({ totalPaise }) => <span className="strong">{money(totalPaise)}</span>,
  },
]

/** §2.4: what each order cost. */
export function PriceTrackingScreen({ title }: { title: string }) {
  const view = usePricePage()
  const { page, groups, value, isFiltered } = view
  const rows = page.data?.items
  // an invoice that comes or changes is what is new about a row here
  const changed = useChangedRows(
    rows?.map(({ id, totalPaise }) => ({ id, version: totalPaise ?? -1 })),
    view.viewKey,
  )
  const error = page.error && wordsFor(page.error)

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
      {page.isRefetchError && error && (
        <Notice kind="warning">This list may be out of date: {error.text}</Notice>
      )}
      {view.choicesFailed && (
        <Notice kind="warning" onRetry={view.retryChoices}>
          The hospitals and banks to filter by did not load.
        </Notice>
      )}
      <Toolbar right={<SheetDownload route={sheets.prices} input={view.sheetInput} />}>
        <FilterPanel groups={groups} value={value} onChange={view.filter} />
        <FilterChips groups={groups} value={value} onChange={view.filter} />
      </Toolbar>
      <DataTable
        label="What orders cost"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(order) => <Card order={order} />}
        pageSize={Math.min(view.size, 20)}
        viewKey={view.viewKey}
        changedKeys={changed}
        empty={isFiltered ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          isFiltered ? 'No order matches the filters.' : 'Every order appears here once it is raised.'
        }
        emptyAction={
          isFiltered && (
            <PushButton size="xs" onClick={() => view.filter({})}>
              RESET
            </PushButton>
          )
        }
        failed={error ? { text: error.text, retry: () => void page.refetch() } : null}
      />
      {page.data && (
        <PriceTrackingPager
          page={page.data}
          size={view.size}
          isTurning={view.isTurning}
          onResize={view.resize}
          onOlder={view.older}
          onNewer={view.newer}
        />
      )}
    </>
  )
}

const Dim = ({ children }: { children: string }) => <span className="dim figures">{children}</span>

function Card({ order }: { order: PricedOrder }) {
  const name = `order-${order.id}`
  return (
    <article className={`breaks stack ${classes.card}`} aria-labelledby={name}>
      <h2 id={name} className="strong figures larger">
        {order.id}
      </h2>
      <p className="strong figures larger">{money(order.totalPaise)}</p>
      <p className={`large ${classes.blood}`}>
        <strong>{groupName(order.bloodGroup)}</strong> {componentName(order.component)}
      </p>
      <p className={classes.places}>
        <bdi>{order.hospitalName}</bdi>
        {order.bankName && (
          <>
            {' from '}
            <bdi>{order.bankName}</bdi>
          </>
        )}
      </p>
      {order.invoiceId === null ? (
        <p className={classes.places}>No invoice yet</p>
      ) : (
        <dl className={`small stack ${classes.facts}`}>
          {factsOf(order).map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

const factsOf = (order: PricedOrder): [title: string, text: string][] => [
  ['Invoice ID', order.invoiceId ?? none],
  ['Date', order.issuedAt ? showDate(order.issuedAt) : none],
  ['Price', money(order.pricePaise)],
  ['Delivery Rate', money(order.deliveryPaise)],
  ['Convenience Fee', money(order.feePaise)],
]
