import type { ReactNode } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { isRegenerating } from '#domain/billing/downloading.ts'
import { invoiceOf, invoiceParties } from '#domain/billing/invoicing.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { arrivedText } from '#domain/requests/delivering.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { StatusBadge } from '../../parts/StatusBadge.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { now } from '../../server-clock.ts'
import { WaitingLines } from '../../ui/feedback/WaitingLines.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import one from './OneOrder.module.css'
import classes from './OrderBrief.module.css'
import type { TypedOrder } from './use-typed-order.ts'

type Fact = [label: string, value: (order: OrderDetail) => ReactNode, isShown?: 'if any']

const whose: Fact[] = [
  ['Hospital', ({ hospitalName }) => <bdi>{displayNameOf(hospitalName)}</bdi>],
  [
    'Patient',
    ({ patientName, patientId }) => (
      <>
        <bdi>{patientName}</bdi>, <bdi className={one.whole}>{patientId}</bdi>
      </>
    ),
  ],
]

const more: Fact[] = [
  ['Order Type', ({ orderType }) => orderType],
  ['Blood Bank', ({ bankName }) => bankName && <bdi>{bankName}</bdi>],
  ['Driver', ({ driverName }) => driverName && <bdi>{driverName}</bdi>],
  ['Sample Pickup', ({ pickupAt }) => showDateTime(pickupAt)],
  ['Deadline', ({ deadlineAt }) => showDateTime(deadlineAt)],
  ['Delivered', ({ deliveredAt }) => deliveredAt && showDateTime(deliveredAt), 'if any'],
  ['Deliveries', ({ deliveries }) => deliveries.length > 1 && arrivedText(deliveries), 'if any'],
  ['Note', ({ note }) => note !== '-' && <bdi>{note}</bdi>, 'if any'],
  ['Invoices', invoicesText, 'if any'],
]

function invoicesText(order: OrderDetail): string {
  const there = invoiceParties.filter((party) => invoiceOf(order, party) !== null)
  const running = isRegenerating(order, now()) && 'being generated now'
  return [...there, running].filter(Boolean).join(', ')
}

/** Which order it is that is about to be changed: enough to see that it is the right one. */
export function OrderBrief({ typed, isShort = false }: { typed: TypedOrder; isShort?: boolean }) {
  return (
    <aside
      className={`box ${classes.brief}`}
      aria-label="This order"
      data-kind={typed.kind}
      data-short={isShort}
    >
      <Content typed={typed} facts={isShort ? whose : [...whose, ...more]} />
    </aside>
  )
}

function Content({ typed, facts }: { typed: TypedOrder; facts: readonly Fact[] }) {
  if (typed.kind === 'found') return <Found order={typed.order} facts={facts} />
  if (typed.kind === 'loading') return <WaitingLines widths={[40, 75, 60]} />
  if (typed.kind === 'failed') {
    return (
      <>
        <p className={`muted ${classes.hint}`}>This order did not load: {typed.text}</p>
        <PushButton size="xs" onClick={typed.retry}>
          Try again
        </PushButton>
      </>
    )
  }
  return <p className={`muted ${classes.hint}`}>{hints[typed.kind]}</p>
}

const hints = {
  none: 'Enter a Request ID to see its order here.',
  unknown: 'No order has this Request ID.',
} as const

function Found({ order, facts }: { order: OrderDetail; facts: readonly Fact[] }) {
  const isChanged = useChangedRows([order], order.id).has(order.id)
  const { group, component, units } = bloodInformation(order)
  return (
    <div data-changed={isChanged || undefined} className={`${one.changing} ${classes.found}`}>
      <div className={`row wrap ends ${classes.head}`}>
        <strong className="strong figures">{order.id}</strong>
        <StatusBadge request={order} />
      </div>
      <p className={one.blood}>
        <strong>{group}</strong> {component}, {units}
      </p>
      <dl className={`${one.facts} ${classes.facts}`}>
        {facts
          .map(([label, value, isShown]) => ({ label, value: value(order), isShown }))
          .filter(({ value, isShown }) => value || !isShown)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || '-'}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
