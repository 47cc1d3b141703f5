import type { Order } from '#contract/orders.ts'
import { ago, showDate, showTime } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { useNow } from '../../../parts/use-now.ts'
import type { Column } from '../../../ui/table/table-shape.ts'
import { UndoStatus } from '../UndoStatus.tsx'
import { OrderInvoices } from './OrderInvoices.tsx'
import { OrderRowActions } from './OrderRowActions.tsx'
import { OrderStanding } from './OrderStanding.tsx'
import classes from './order-columns.module.css'
import { type OpenPopup, patientAt } from './order-row.ts'

/** What a column needs with room, where it is tight (smaller letters, more lines), and beside a form, if it stays. */
type Fitted = Pick<Column<Order>, 'title' | 'cell'> & {
  widths: [wide: number, tight: number, beside?: number]
  beside?: Column<Order>['cell']
}

/** Ruling AMB-77. Twelve fill a laptop's width to the pixel, so each holds its own until rows become cards. */
export function columnsIn(room: number, open: OpenPopup) {
  const columns = fittedWith(open)
  const wanted = (at: 0 | 1) => columns.reduce((sum, { widths }) => sum + widths[at], 0)
  // not measured yet is not tight
  const isTight = 0 < room && room < wanted(0)
  const fit = ({ title, cell, widths }: Fitted): Column<Order> => ({
    title,
    cell,
    width: widths[isTight ? 1 : 0],
    firm: true,
  })
  return { isTight, hasRows: !isTight || room >= wanted(1), columns: columns.map(fit) }
}

/**
 * Ruling AMB-271: those that say which order it is, while another is worked on beside the list. What the others offer
 * stands on the second line of the id and in the menu.
 */
export const columnsBeside = (open: OpenPopup): Column<Order>[] =>
  fittedWith(open).flatMap(({ title, cell, beside = cell, widths: [, , width] }) =>
    width ? [{ title, cell: beside, width, firm: true }] : [],
  )

const fittedWith = (open: OpenPopup): Fitted[] => [
  { title: 'Request Time', widths: [86, 80, 86], cell: ({ raisedAt }) => <TwoLines at={raisedAt} /> },
  {
    title: 'Request ID',
    widths: [72, 66, 72],
    cell: (order) => <IdButton order={order} open={open} />,
    beside: (order) => (
      <>
        <IdButton order={order} open={open} />{' '}
        <UndoStatus
          order={order}
          describedBy={patientAt(order)}
          otherwise={
            <span className={classes.second}>
              <TimesButton order={order} open={open} />
            </span>
          }
        />
      </>
    ),
  },
  { title: 'Hospital', widths: [62, 54, 60], cell: (order) => <HospitalName order={order} /> },
  {
    title: 'Order Type',
    widths: [75, 76],
    cell: ({ orderType }) => <span className={`dim ${classes.type}`}>{orderType}</span>,
  },
  { title: 'Patient Name', widths: [140, 104, 140], cell: (order) => <PatientName order={order} /> },
  { title: 'Blood Information', widths: [88, 78, 86], cell: (order) => <BloodLines order={order} /> },
  { title: 'Blood Bank', widths: [80, 72], cell: ({ bankName }) => <Name name={bankName} /> },
  { title: 'Driver', widths: [56, 52], cell: ({ driverName }) => <Name name={driverName} /> },
  {
    title: 'Status',
    widths: [178, 138, 174],
    cell: (order) => (
      <>
        <StatusBadge request={order} />
        <OrderStanding order={order} />
      </>
    ),
  },
  {
    title: 'Timestamps',
    widths: [79, 72],
    cell: (order) => (
      <>
        <TimesButton order={order} open={open} />
        <UndoStatus order={order} describedBy={patientAt(order)} />
      </>
    ),
  },
  {
    title: 'Invoice',
    widths: [64, 60],
    cell: (order) => <OrderInvoices order={order} describedBy={patientAt(order)} />,
  },
  {
    title: 'Action',
    widths: [172, 146, 84],
    cell: (order) => <OrderRowActions order={order} open={open} />,
    beside: (order) => <OrderRowActions order={order} open={open} isBeside />,
  },
]

function TwoLines({ at }: { at: Date }) {
  const now = useNow()
  return (
    <time className={`figures ${classes.when}`} dateTime={at.toISOString()} title={ago(at, now)}>
      <span>{showTime(at)}</span> <span className={`dim ${classes.aside}`}>{showDate(at)}</span>
    </time>
  )
}

export const IdButton = ({ order, open }: { order: Order; open: OpenPopup }) => (
  <button
    type="button"
    className={`figures bare ${classes.id}`}
    aria-haspopup="dialog"
    aria-describedby={patientAt(order)}
    onClick={() => open.details(order.id)}
  >
    {order.id}
  </button>
)

/** When it was changed last; pressed, it tells all its times. */
export function TimesButton({ order, open }: { order: Order; open: OpenPopup }) {
  const now = useNow()
  return (
    <button
      type="button"
      className={`figures bare ${classes.times}`}
      aria-haspopup="dialog"
      aria-label={`Timestamps, changed ${ago(order.updatedAt, now)}`}
      aria-describedby={patientAt(order)}
      onClick={() => open.timestamps(order.id)}
    >
      {ago(order.updatedAt, now)}
    </button>
  )
}

const HospitalName = ({ order }: { order: Order }) => (
  <bdi className="breaks" title={order.hospitalId}>
    {displayNameOf(order.hospitalName)}
  </bdi>
)

const PatientName = ({ order }: { order: Order }) => (
  <>
    <strong id={patientAt(order)} className={`breaks ${classes.patient}`} title={order.patientName}>
      <bdi>{order.patientName}</bdi>
    </strong>{' '}
    <bdi className={`dim ${classes.aside}`}>{order.patientId}</bdi>
  </>
)

const Name = ({ name }: { name: string | null }) =>
  name === null ? <span className="dim">-</span> : <bdi className="breaks">{name}</bdi>

function BloodLines({ order }: { order: Order }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <>
      <span className={`nowrap ${classes.blood}`}>
        <strong>{group}</strong> {component}
      </span>{' '}
      <span className={`dim ${classes.aside}`}>{units}</span>
    </>
  )
}
