import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { sheets } from '#contract/sheets.ts'
import { mayRaise } from '#domain/people/actor.ts'
import { isBySameHands, sameHandsText } from '#domain/requests/approving.ts'
import { hospitalChoices, pageSize } from '#domain/requests/listing.ts'
import { useMember } from '../../../api/session.ts'
import { Blood } from '../../../parts/Blood.tsx'
import { useAskedRequest } from '../../../parts/finding/opening.ts'
import { ViewInvoice } from '../../../parts/invoices/ViewInvoice.tsx'
import { Mark } from '../../../parts/Mark.tsx'
import { RequestList } from '../../../parts/RequestList.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { useRequestFilters } from '../../../parts/use-request-filters.ts'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/fields/PushButton.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { patientAt } from '../patient-at.ts'
import { Outcome, RequestCard } from './RequestCard.tsx'
import { RequestTime } from './RequestTime.tsx'
import { RequestTimestamps } from './RequestTimestamps.tsx'

const columnsWith = (open: (id: string) => void): Column<OwnRequest>[] => [
  {
    title: 'Request Time',
    width: 166,
    cell: (request) => (
      <span>
        <RequestTime request={request} onOpen={open} />
      </span>
    ),
  },
  { title: 'Request ID', width: 80, cell: ({ id }) => <span className="medium figures">{id}</span> },
  {
    title: 'Order Type',
    width: 88,
    cell: ({ orderType }) => <span className="dim breaks">{orderType}</span>,
  },
  {
    title: 'Patient ID',
    width: 82,
    cell: ({ patientId }) => <bdi className="dim breaks">{patientId}</bdi>,
  },
  {
    title: 'Patient Name',
    width: 146,
    cell: (request) => (
      <strong id={patientAt(request)} className="breaks">
        <bdi>{request.patientName}</bdi>
      </strong>
    ),
  },
  { title: 'Blood Information', width: 168, cell: (request) => <Blood request={request} /> },
  {
    title: 'Reason',
    // only this may be cut: two lines, the whole of it on hover
    cell: ({ reason }) => (
      <span className="dim clamp breaks" title={reason}>
        <bdi>{reason}</bdi>
      </span>
    ),
  },
  {
    title: 'Status',
    width: 182,
    cell: (request) => (
      <>
        <StatusBadge request={request} />
        <Outcome request={request} />
        {isBySameHands(request) && <Mark>{sameHandsText}</Mark>}
      </>
    ),
  },
  {
    title: 'View Invoice',
    width: 119,
    align: 'right',
    cell: (request) => <ViewInvoice request={request} viewer="hospital" describedBy={patientAt(request)} />,
  },
]

export function RequestStatusScreen({ title }: { title: string }) {
  const member = useMember()
  const search = useRequestSearch()
  const filters = useRequestFilters(hospitalChoices(member))
  const list = useSearchedList(requests.list, filters.input, search.applied)
  const [timestamps, setTimestamps] = useState({ id: '', opened: false })
  const { columns, open } = useMemo(() => {
    const open = (id: string) => setTimestamps({ id, opened: true })
    return { open, columns: columnsWith(open) }
  }, [])
  useAskedRequest(open)
  return (
    <>
      <RequestList
        {...{ title, search, filters, list, columns }}
        label="Requests"
        sheet={sheets.requests}
        card={(request) => <RequestCard request={request} onOpen={open} />}
        first="newest"
        pageSize={pageSize(filters)}
        whenNone="Requests appear here by themselves once they are raised."
        noneAction={mayRaise(member) && <RaiseLink />}
        notFound="No request has this ID."
      />
      <RequestTimestamps
        {...timestamps}
        onClose={() => setTimestamps((before) => ({ ...before, opened: false }))}
      />
    </>
  )
}

/** The screen that makes the first one, for those who have it. */
const RaiseLink = () => (
  <Link className={buttonClass({ size: 'xs' })} to={paths.screen('pilot', 'request')}>
    Raise Request
  </Link>
)
