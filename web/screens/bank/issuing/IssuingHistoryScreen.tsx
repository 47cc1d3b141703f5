import { IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type IssuedRequest, issuing } from '#contract/issuing.ts'
import { sheets } from '#contract/sheets.ts'
import { askedGroupText } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { toIssue } from '#domain/requests/issuing.ts'
import { mayBeRefused } from '#domain/requests/refusing.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { ViewInvoice } from '../../../parts/invoices/ViewInvoice.tsx'
import { Outcome } from '../../../parts/life/Outcome.tsx'
import { RequestList } from '../../../parts/RequestList.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { useRequestSearch, useSearchedList } from '../../../parts/use-request-search.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './IssuingHistoryScreen.module.css'
import { RefusePopup } from './RefusePopup.tsx'

type Refuse = (order: IssuedRequest) => void

/** Ruling AMB-122. */
const columnsWith = (refuse: Refuse): Column<IssuedRequest>[] => [
  {
    title: 'Request Time',
    width: 192,
    firm: true,
    cell: (order) => (
      <>
        <Timestamp at={order.raisedAt} />
        <Due order={order} />
      </>
    ),
  },
  {
    title: 'Request ID',
    width: 80,
    cell: (order) => (
      <span id={orderAt(order)} className="medium figures ink">
        {order.id}
      </span>
    ),
  },
  {
    title: 'Hospital',
    cell: ({ hospitalName }) => <bdi className="breaks">{displayNameOf(hospitalName)}</bdi>,
  },
  {
    title: 'Blood Group',
    width: 86,
    cell: (order) => (
      <strong className={order.bombay ? 'strong' : 'strong nowrap'}>{askedGroupText(order)}</strong>
    ),
  },
  { title: 'Component', width: 188, cell: ({ component }) => componentName(component) },
  { title: 'Units', width: 56, align: 'right', cell: ({ units }) => units },
  {
    title: 'Status',
    width: 260,
    cell: (order) => (
      <div className={`wrap ${classes.status}`}>
        <div>
          <StatusBadge request={order} />
          <Outcome request={order} />
        </div>
        <RefuseButton order={order} refuse={refuse} />
      </div>
    ),
  },
  {
    title: 'View Invoice',
    width: 119,
    align: 'right',
    cell: (order) => <ViewInvoice request={order} viewer="bank" describedBy={orderAt(order)} />,
  },
]

const orderAt = ({ id }: IssuedRequest): string => `order-${id}`

/** §2.3: what this bank was asked for and issued. */
export function IssuingHistoryScreen({ title }: { title: string }) {
  const search = useRequestSearch()
  const list = useSearchedList(issuing.list, {}, search.applied)
  const [refusing, setRefusing] = useState<{ order: IssuedRequest | null; opened: boolean }>({
    order: null,
    opened: false,
  })
  const { columns, refuse } = useMemo(() => {
    const refuse = (order: IssuedRequest) => setRefusing({ order, opened: true })
    return { refuse, columns: columnsWith(refuse) }
  }, [])
  const close = () => setRefusing((before) => ({ ...before, opened: false }))
  return (
    <>
      <RequestList
        {...{ title, search, list, columns }}
        label="Issuing History"
        sheet={sheets.issuing}
        card={(order) => <Card order={order} refuse={refuse} />}
        whenNone="Orders appear here by themselves once the provider links them to your bank."
        notFound="No order of your bank has this ID."
      />
      {refusing.order && (
        <RefusePopup
          key={refusing.order.id}
          opened={refusing.opened}
          order={refusing.order}
          onClose={close}
        />
      )}
    </>
  )
}

/** Until it has left: when its sample comes, and how soon the blood has to be there. */
function Due({ order: { status, pickupAt, deadlineAt } }: { order: IssuedRequest }) {
  const now = useNow()
  if (!(toIssue as readonly string[]).includes(status)) return null
  const isSampleToCome = status === 'bloodbank-approved' || status === 'reservation-approved'
  return (
    <span className={`dim block ${classes.due}`} data-passed={deadlineAt < now || undefined}>
      {isSampleToCome && (
        <>
          <span>sample {showWhen(pickupAt, now)},</span>{' '}
        </>
      )}
      <span>due {showWhen(deadlineAt, now)}</span>
    </span>
  )
}

/** Only while it can be: ruling AMB-60. */
const RefuseButton = ({ order, refuse }: { order: IssuedRequest; refuse: Refuse }) =>
  mayBeRefused(order) && (
    <ActionButton
      label="Refuse"
      icon={<IconX size={16} stroke={1.75} aria-hidden />}
      describedBy={orderAt(order)}
      onClick={() => refuse(order)}
    />
  )

function Card({ order, refuse }: { order: IssuedRequest; refuse: Refuse }) {
  const { group, units } = bloodInformation(order)
  return (
    <article className="breaks stack gap-8" aria-labelledby={orderAt(order)}>
      <h2 className={classes.blood}>
        <strong>{group}</strong> {componentName(order.component)}, {units}
      </h2>
      <p className="muted">
        <strong id={orderAt(order)} className="medium figures ink">
          {order.id}
        </strong>
        , <bdi>{displayNameOf(order.hospitalName)}</bdi>
        <br />
        <Timestamp at={order.raisedAt} />
        <Due order={order} />
      </p>
      <div className={`row gap-8 wrap ${classes.foot}`}>
        <div className={classes.state}>
          <StatusBadge request={order} />
          <Outcome request={order} />
        </div>
        <RefuseButton order={order} refuse={refuse} />
        <ViewInvoice request={order} viewer="bank" describedBy={orderAt(order)} />
      </div>
    </article>
  )
}
