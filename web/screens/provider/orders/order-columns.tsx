import type { Order } from '#contract/orders.ts'
import { ago, showDate, showTime } from '#domain/basics/time.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Outcome } from '../../../parts/Outcome.tsx'
import { RefusedBy } from '../../../parts/RefusedBy.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { useNow } from '../../../parts/use-now.ts'
import type { Column } from '../../../ui/table/table-shape.ts'
import { DriverTextTrouble } from '../DriverTextTrouble.tsx'
import { OrderActions } from '../OrderActions.tsx'
import { OrderInvoices } from './OrderInvoices.tsx'
import classes from './order-columns.module.css'

export type OpenPopup = { details: (id: string) => void; timestamps: (id: string) => void }

/** What a column needs with room, and where it is tight: smaller letters, more lines. */
type Fitted = Pick<Column<Order>, 'title' | 'cell'> & { widths: [wide: number, tight: number] }

/** Ruling AMB-77. Twelve fill a laptop's width to the pixel, so each holds its own until rows become cards. */
export function columnsIn(room: number, open: OpenPopup) {
  const columns = fittedWith(open)
  const wanted = columns.reduce((sum, { widths: [wide] }) => sum + wide, 0)
  // not measured yet is not tight
  const isTight = 0 < room && room < wanted
  const fit = ({ title, cell, widths }: Fitted): Column<Order> => ({
    title,
    cell,
    width: widths[isTight ? 1 : 0],
    firm: true,
  })
  return { isTight, columns: columns.map(fit) }
}

const fittedWith = (open: OpenPopup): Fitted[] => [
  { title: 'Request Time', widths: [97, 91], cell: ({ raisedAt }) => <TwoLines at={raisedAt} /> },
  { title: 'Request ID', widths: [75, 71], cell: (order) => <IdButton order={order} open={open} /> },
  { title: 'Hospital', widths: [56, 54], cell: (order) => <HospitalName order={order} /> },
  {
    title: 'Order Type',
    widths: [76, 76],
    cell: ({ orderType }) => <span className={`dim ${classes.type}`}>{orderType}</span>,
  },
  { title: 'Patient Name', widths: [95, 96], cell: (order) => <PatientName order={order} /> },
  { title: 'Blood Information', widths: [94, 73], cell: (order) => <BloodLines order={order} /> },
  { title: 'Blood Bank', widths: [80, 75], cell: ({ bankName }) => <Name name={bankName} /> },
  { title: 'Driver', widths: [54, 56], cell: ({ driverName }) => <Name name={driverName} /> },
  {
    title: 'Status',
    widths: [185, 130],
    cell: (order) => (
      <>
        <StatusBadge request={order} />
        <Outcome request={order} />
        <RefusedBy order={order} />
        <DriverTextTrouble order={order} />
      </>
    ),
  },
  { title: 'Timestamps', widths: [81, 76], cell: (order) => <TimesButton order={order} open={open} /> },
  {
    title: 'Invoice',
    widths: [82, 80],
    cell: (order) => <OrderInvoices order={order} describedBy={patientAt(order)} />,
  },
  {
    title: 'Action',
    widths: [165, 120],
    cell: (order) => <OrderActions order={order} describedBy={patientAt(order)} />,
  },
]

/** Where the row tells whose order it is. */
export const patientAt = ({ id }: Pick<Order, 'id'>): string => `patient-${id}`

function TwoLines({ at }: { at: Date }) {
  const now = useNow()
  return (
    <time className={`figures ${classes.when}`} dateTime={at.toISOString()} title={ago(at, now)}>
      <span>{showDate(at)},</span> <span>{showTime(at)}</span>
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
  <strong id={patientAt(order)} className="breaks">
    <bdi>{order.patientName}</bdi>
  </strong>
)

const Name = ({ name }: { name: string | null }) =>
  name === null ? <span className="dim">-</span> : <bdi className="breaks">{name}</bdi>

function BloodLines({ order }: { order: Order }) {
  const { group, component, units } = bloodInformation(order)
  return (
    <>
      <strong className="block">{group}</strong> {component}
      <span className="dim">
        , <span className={classes.whole}>{units}</span>
      </span>
    </>
  )
}
