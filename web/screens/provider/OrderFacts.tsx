import type { ReactNode } from 'react'
import type { OrderDetail } from '#contract/orders.ts'
import { askedGroupText } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { useBankAnswer } from '../../parts/bags/use-bank-answer.ts'
import { DeliveryTemperature } from '../../parts/StepFacts.tsx'
import { Timestamp } from '../../parts/Timestamp.tsx'
import { AddressText } from '../../ui/AddressText.tsx'
import classes from './OrderFacts.module.css'

type Fact = [label: string, value: (order: OrderDetail) => ReactNode, isLong?: 'long']

const time = (at: Date | null) => at && <Timestamp at={at} />
const text = (words: string) => <bdi>{words}</bdi>
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/** Ruling AMB-77: every field of §3.1 that is not told in a section of its own. */
const facts: Fact[] = [
  ['Patient Name', ({ patientName }) => <strong>{text(patientName)}</strong>],
  ['Patient ID', ({ patientId }) => text(patientId)],
  ['Age', ({ age }) => age],
  ['Gender', ({ sex }) => sex],
  ['Blood Group', (order) => <strong>{askedGroupText(order)}</strong>],
  ['Component', ({ component }) => componentName(component)],
  ['Units', ({ units }) => <strong>{units}</strong>],
  ['Order Type', ({ orderType }) => orderType],
  ['Delivery Status', ({ deliveryStatus }) => text(deliveryStatus)],
  ['Hospital', ({ hospitalName, hospitalId }) => named(hospitalName, hospitalId)],
  ['Blood Bank', ({ bankName, bankId }) => bankName && bankId && named(bankName, bankId)],
  ['Driver', ({ driverName, driverEmail }) => driverName && driverEmail && named(driverName, driverEmail)],
  ['Reason', ({ reason }) => text(reason), 'long'],
  ['Note', ({ note }) => text(note), 'long'],
  ['Request Time', ({ raisedAt }) => time(raisedAt)],
  ['Approval Time', ({ approvedAt }) => time(approvedAt)],
  ['Sample Pickup Time', ({ pickupAt }) => time(pickupAt)],
  ['Delivery Deadline', ({ deadlineAt }) => time(deadlineAt)],
  ['Delivery Time', ({ deliveredAt }) => time(deliveredAt)],
  ['Last Updated', ({ updatedAt }) => time(updatedAt)],
  ['Delivery Temperature', (order) => <DeliveryTemperature request={order} />],
  ['Late', ({ isLate }) => yesOrNo(isLate)],
  ['Expired', ({ expired }) => yesOrNo(expired)],
  ['Drivers So Far', ({ drivers }) => drivers.length > 0 && text(namesOf(drivers)), 'long'],
  ['Hospital Invoice', ({ hospitalInvoicePath }) => hospitalInvoicePath, 'long'],
  ['Blood Bank Invoice', ({ bankInvoicePath }) => bankInvoicePath, 'long'],
]

const namesOf = (drivers: OrderDetail['drivers']): string => drivers.map(({ name }) => name).join(', ')

export function OrderFacts({ order }: { order: OrderDetail }) {
  const answer = useBankAnswer(order)
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value, isLong]) => (
        <div key={label} className={isLong && classes.long}>
          <dt>{label}</dt>
          <dd>{shown(value(order))}</dd>
        </div>
      ))}
      {answer && (
        <div>
          <dt>Blood Bank Says</dt>
          <dd>{answer}</dd>
        </div>
      )}
    </dl>
  )
}

/** An age of zero is an age. */
const shown = (value: ReactNode): ReactNode => (value === null || value === false ? '-' : value)

/** By name, and by the id it is stored under. */
const named = (name: string, id: string) => (
  <>
    <bdi>{name}</bdi>{' '}
    <span className="dim block tiny">
      <AddressText address={id} />
    </span>
  </>
)
