import { useMemo, useState } from 'react'
import { type DeliveredRequest, requests } from '#contract/requests.ts'
import { sheets } from '#contract/sheets.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Blood } from '../../../parts/Blood.tsx'
import { RequestList } from '../../../parts/RequestList.tsx'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import type { Column } from '../../../ui/table/table-shape.ts'
import { BagsButton, BagsPopup } from '../BagsPopup.tsx'
import { Deadline } from '../Deadline.tsx'
import { Deliveries } from '../Deliveries.tsx'
import { DeliveryText } from '../DeliveryText.tsx'
import { HandOverButton, HandOverPopup } from '../HandOverPopup.tsx'
import { Moment } from '../Moment.tsx'
import { patientAt } from '../patient-at.ts'
import classes from './DeliveryStatusScreen.module.css'

type Shown = 'code' | 'bags'
type Open = (what: Shown) => (request: DeliveredRequest) => void

/** Ruling AMB-66. */
const columnsWith = (open: Open): Column<DeliveredRequest>[] => [
  { title: 'Request ID', width: 92, cell: ({ id }) => <span className="medium figures">{id}</span> },
  {
    title: 'Patient Name',
    cell: (request) => (
      <>
        <strong id={patientAt(request)} className="breaks">
          <bdi>{request.patientName}</bdi>
        </strong>
        <PatientId request={request} />
      </>
    ),
  },
  { title: 'Blood Information', width: 168, firm: true, cell: (request) => <Blood request={request} /> },
  { title: 'Deliveries', width: 298, cell: (request) => <Carried request={request} open={open} /> },
  { title: 'Delivery Status', width: 160, cell: (request) => <DeliveryText request={request} /> },
  { title: 'Delivery Deadline', width: 156, cell: (request) => <Deadline request={request} /> },
  { title: 'Delivered At', width: 156, cell: ({ deliveredAt }) => <Moment at={deliveredAt} /> },
]

export function DeliveryStatusScreen({ title }: { title: string }) {
  const search = useRequestSearch()
  const list = useSearchedList(requests.deliveries, {}, search.applied)
  const { popup, open, close } = usePopup(list.rows)
  const columns = useMemo(() => columnsWith(open), [open])
  return (
    <>
      <RequestList
        {...{ title, search, list, columns }}
        label="Deliveries"
        sheet={sheets.deliveries}
        card={(request) => <Card request={request} open={open} />}
        whenNone="A request appears here once it is approved."
        notFound="No delivery has this Request ID."
      />
      {popup?.what === 'code' && (
        <HandOverPopup request={popup.request} opened={popup.isOpen} onClose={close} />
      )}
      {popup?.what === 'bags' && <BagsPopup request={popup.request} opened={popup.isOpen} onClose={close} />}
    </>
  )
}

/** Follows its row as long as that is in the list; the request stays the same while it fades. */
function usePopup(rows: readonly DeliveredRequest[] | undefined) {
  const [seen, setSeen] = useState<{ what: Shown; request: DeliveredRequest; isOpen: boolean } | null>(null)
  const [open] = useState<Open>(
    () => (what: Shown) => (request: DeliveredRequest) => setSeen({ what, request, isOpen: true }),
  )
  const close = () => setSeen((before) => before && { ...before, isOpen: false })
  const popup = seen && { ...seen, request: rows?.find(({ id }) => id === seen.request.id) ?? seen.request }
  return { popup, open, close }
}

type RowProps = { request: DeliveredRequest; open: Open }

const Carried = ({ request, open }: RowProps) => (
  <Deliveries
    deliveries={request.deliveries}
    action={
      <span className="wrap gap-6">
        <BagsButton request={request} onOpen={open('bags')} />
        <HandOverButton request={request} onOpen={open('code')} />
      </span>
    }
  />
)

/** Blood is not given by a name alone. */
const PatientId = ({ request }: { request: DeliveredRequest }) => (
  <p className={`dim breaks ${classes.patientId}`}>
    <bdi>{request.patientId}</bdi>
  </p>
)

function Card({ request, open }: RowProps) {
  const { group, component, units } = bloodInformation(request)
  return (
    <article className={`breaks stack gap-6 ${classes.card}`} aria-labelledby={patientAt(request)}>
      <h2 id={patientAt(request)} className="larger strong">
        <bdi>{request.patientName}</bdi>
      </h2>
      <PatientId request={request} />
      <p className="large">
        <strong>{group}</strong> {component}, {units}
      </p>
      <Carried request={request} open={open} />
      <dl className={classes.facts}>
        <dt>Delivery Status</dt>
        <dd>
          <DeliveryText request={request} />
        </dd>
        <dt>Delivery Deadline</dt>
        <dd>
          <Deadline request={request} />
        </dd>
        <dt>Delivered At</dt>
        <dd>
          <Moment at={request.deliveredAt} />
        </dd>
        <dt>Request ID</dt>
        <dd className="medium figures">{request.id}</dd>
      </dl>
    </article>
  )
}
