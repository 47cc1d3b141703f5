import { Link, useNavigate } from '@tanstack/react-router'
import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { useMember } from '../../../api/session.ts'
import { Blood } from '../../../parts/Blood.tsx'
import { RequestList } from '../../../parts/RequestList.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { paths } from '../../../paths.ts'
import type { Column } from '../../../ui/table/table-shape.ts'
import { patientAt } from '../patient-at.ts'
import { fromList } from './go-back.ts'
import { LiveDetail } from './LiveDetail.tsx'
import classes from './LiveStatusScreen.module.css'

/** Ruling AMB-71. */
const columns: Column<OwnRequest>[] = [
  { title: 'Request ID', width: 100, cell: (request) => <DetailLink request={request} /> },
  {
    title: 'Patient Name',
    cell: (request) => (
      <strong id={patientAt(request)} className="breaks">
        <bdi>{request.patientName}</bdi>
      </strong>
    ),
  },
  { title: 'Blood Information', width: 188, cell: (request) => <Blood request={request} /> },
  { title: 'Status', width: 220, cell: (request) => <StatusBadge request={request} /> },
  {
    title: 'Delivery Status',
    cell: ({ deliveryStatus }) => <bdi className="breaks">{deliveryStatus}</bdi>,
  },
]

/** The list, and one level further down one of its requests (§2.2). */
export function LiveStatusScreen({ title, detail }: { title: string; detail?: string | undefined }) {
  if (detail === undefined) return <LiveList title={title} />
  // another request is another page: nothing of the one before may stay in view
  return <LiveDetail key={detail} title={title} typed={detail} />
}

function LiveList({ title }: { title: string }) {
  const { product } = useMember()
  const navigate = useNavigate()
  const search = useRequestSearch()
  const list = useSearchedList(requests.live, {}, search.applied)
  return (
    <RequestList
      {...{ title, search, list, columns }}
      label="Live requests"
      card={(request) => <Card request={request} />}
      onRowPress={({ id }) => void navigate({ to: paths.live(product, id), state: fromList })}
      whenNone="Requests that are approved and under way appear here by themselves."
      notFound="No live request has this ID."
    />
  )
}

/** Does for the keyboard, and for a new tab, what a press on the row does. */
function DetailLink({ request }: { request: OwnRequest }) {
  const { product } = useMember()
  return (
    <Link
      to={paths.live(product, request.id)}
      state={fromList}
      className={`medium figures ${classes.id}`}
      aria-describedby={patientAt(request)}
    >
      {request.id}
    </Link>
  )
}

function Card({ request }: { request: OwnRequest }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <article className={`breaks stack gap-6 ${classes.card}`} aria-labelledby={patientAt(request)}>
      <div className={`wrap ends ${classes.top}`}>
        <h2 id={patientAt(request)} className="strong shrinks larger">
          <bdi>{request.patientName}</bdi>
        </h2>
        <StatusBadge request={request} />
      </div>
      <p className="large">
        <strong>{group}</strong> {component}, {units}
      </p>
      <dl className={`stack gap-12 ${classes.fact}`}>
        <dt>Delivery Status</dt>
        <dd>
          <bdi>{request.deliveryStatus}</bdi>
        </dd>
      </dl>
      <DetailLink request={request} />
    </article>
  )
}
