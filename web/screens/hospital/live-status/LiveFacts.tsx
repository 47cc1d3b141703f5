import type { ReactNode } from 'react'
import type { RequestDetail } from '#contract/requests.ts'
import { askedGroupText } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { moreLines } from '#domain/matching/needs.ts'
import { useBankAnswer } from '../../../parts/bags/use-bank-answer.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { DeliveryTemperature } from '../../../parts/StepFacts.tsx'
import { TableLoading } from '../../../ui/table/DataTableStates.tsx'
import { Moment } from '../Moment.tsx'
import classes from './LiveFacts.module.css'

/** Ruling AMB-68: what the hospital owns of it; no price, no address of a driver. */
const facts: [label: string, value: (request: RequestDetail) => ReactNode][] = [
  [
    'Patient Name',
    ({ patientName }) => (
      <strong>
        <bdi>{patientName}</bdi>
      </strong>
    ),
  ],
  ['Patient ID', ({ patientId }) => <bdi>{patientId}</bdi>],
  ['Age', ({ age }) => age],
  ['Gender', ({ sex }) => sex],
  ['Blood Group', (request) => <strong>{askedGroupText(request)}</strong>],
  ['Component', ({ component }) => componentName(component)],
  ['Units', ({ units }) => <strong>{units}</strong>],
  ['Order Type', ({ orderType }) => orderType],
  ['Reason', ({ reason }) => <bdi>{reason}</bdi>],
  ['Status', (request) => <StatusBadge request={request} />],
  ['Blood Bank', ({ bankName, bankId }) => bankName ?? bankId],
  ['Driver', ({ driverName }) => driverName],
  ['Request Time', ({ raisedAt }) => <Moment at={raisedAt} />],
  ['Approval Time', ({ approvedAt }) => <Moment at={approvedAt} />],
  ['Sample Pickup Time', ({ pickupAt }) => <Moment at={pickupAt} />],
  ['Delivery Deadline', ({ deadlineAt }) => <Moment at={deadlineAt} />],
  ['Delivery Temperature', (request) => <DeliveryTemperature request={request} />],
  ['Note', ({ note }) => <bdi>{note}</bdi>],
]

/** The labels are there before the values have loaded. */
export function LiveFacts({
  request,
  isLoading,
}: {
  request: RequestDetail | undefined
  isLoading: boolean
}) {
  const answer = useBankAnswer(request)
  return (
    <div className={classes.frame}>
      <table className={classes.facts} aria-label="Details" aria-busy={isLoading}>
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{request ? (value(request) ?? '-') : isLoading && <Bar />}</td>
            </tr>
          ))}
          {answer && (
            <tr>
              <th scope="row">Blood Bank Says</th>
              <td>{answer}</td>
            </tr>
          )}
          {request &&
            moreLines(request.more).map(({ label, text }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <bdi>{text}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {isLoading && (
        <div className={classes.over}>
          <TableLoading />
        </div>
      )}
    </div>
  )
}

const Bar = () => <span className={`skeleton ${classes.bar}`} aria-hidden="true" />
