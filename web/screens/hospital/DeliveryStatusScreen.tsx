import { type DeliveredRequest, requests } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Blood } from '../../parts/Blood.tsx'
import { RequestList } from '../../parts/RequestList.tsx'
import { useRequestSearch, useSearchedList } from '../../parts/use-request-search.ts'
import type { Column } from '../../ui/table-shape.ts'
import { Deadline } from './Deadline.tsx'
import { patientAt } from './DecisionButtons.tsx'
import { Deliveries } from './Deliveries.tsx'
import classes from './DeliveryStatusScreen.module.css'
import { DeliveryText } from './DeliveryText.tsx'
import { Moment } from './Moment.tsx'

/** Ruling AMB-66. */
const columns: Column<DeliveredRequest>[] = [
  { title: 'Request ID', width: 92, cell: ({ id }) => <span className={classes.id}>{id}</span> },
  {
    title: 'Patient Name',
    cell: ({ patientName }) => (
      <strong className={classes.patient}>
        <bdi>{patientName}</bdi>
      </strong>
    ),
  },
  { title: 'Blood Information', width: 168, firm: true, cell: (request) => <Blood request={request} /> },
  { title: 'Deliveries', width: 298, cell: ({ deliveries }) => <Deliveries deliveries={deliveries} /> },
  { title: 'Delivery Status', width: 160, cell: (request) => <DeliveryText request={request} /> },
  { title: 'Delivery Deadline', width: 156, cell: (request) => <Deadline request={request} /> },
  { title: 'Delivered At', width: 156, cell: ({ deliveredAt }) => <Moment at={deliveredAt} /> },
]

export function DeliveryStatusScreen({ title }: { title: string }) {
  const search = useRequestSearch()
  const list = useSearchedList(requests.deliveries, {}, search.heeded)
  return (
    <RequestList
      {...{ title, search, list, columns }}
      label="Deliveries"
      card={(request) => <Card request={request} />}
      whenNone="A request appears here once it is approved."
      notFound="No delivery has this Request ID."
    />
  )
}

function Card({ request }: { request: DeliveredRequest }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <article className={classes.card} aria-labelledby={patientAt(request)}>
      <h2 id={patientAt(request)} className={classes.name}>
        <bdi>{request.patientName}</bdi>
      </h2>
      <p className={classes.blood}>
        <strong>{group}</strong> {component}, {units}
      </p>
      <Deliveries deliveries={request.deliveries} />
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
        <dd className={classes.id}>{request.id}</dd>
      </dl>
    </article>
  )
}
