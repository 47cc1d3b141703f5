import type { OwnRequest } from '#contract/requests.ts'
import { componentName, groupName } from '#domain/basics/blood.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { pickupDue } from '#domain/requests/due.ts'
import { amendedText, bloodInformation } from '#domain/requests/showing.ts'
import { DueLine } from '../../../parts/DueLine.tsx'
import { Mark } from '../../../parts/Mark.tsx'
import { useNow } from '../../../parts/use-now.ts'
import type { Column } from '../../../ui/table/table-shape.ts'
import { patientAt } from '../patient-at.ts'
import classes from './approval-columns.module.css'
import type { ApprovalRow } from './approval-rows.ts'
import { ChosenBox } from './ChosenBox.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { type Approvals, whyNotMine } from './use-approvals.ts'
import type { Chosen } from './use-chosen.ts'

export type Acts = Pick<Approvals, 'taking' | 'refused' | 'decide' | 'undo' | 'member'> & {
  chosen: Chosen
  explain: (request: OwnRequest) => void
}

export const columnsWith = (acts: Acts): Column<ApprovalRow>[] => [
  { title: 'Request ID', width: 112, cell: (row) => <Id row={row} chosen={acts.chosen} /> },
  {
    title: 'Order Type',
    width: 208,
    cell: ({ request }) => (
      <>
        <p className="dim">{request.orderType}</p>
        <Pickup request={request} />
      </>
    ),
  },
  {
    title: 'Patient Name',
    width: 176,
    cell: ({ request }) => (
      <>
        <strong id={patientAt(request)} className="breaks">
          {request.patientName}
        </strong>
        <Whose request={request} />
      </>
    ),
  },
  {
    title: 'Blood Group',
    width: 92,
    cell: ({ request }) => <strong>{groupName(request.bloodGroup)}</strong>,
  },
  { title: 'Units', width: 56, align: 'right', cell: ({ request }) => request.units },
  { title: 'Component', width: 160, cell: ({ request }) => componentName(request.component) },
  {
    title: 'Reason',
    cell: ({ request }) => (
      <>
        <Reason reason={request.reason} />
        <Amended request={request} />
      </>
    ),
  },
  { title: 'Action', width: 204, firm: true, cell: (row) => <Buttons row={row} acts={acts} /> },
]

export function ApprovalCard({ row, acts }: { row: ApprovalRow; acts: Acts }) {
  const { request } = row
  const { group, units } = bloodInformation(request)
  return (
    <article
      className={`breaks stack ${classes.card}`}
      aria-labelledby={patientAt(request)}
      data-decided={row.decision ?? undefined}
    >
      <h2 id={patientAt(request)} className="larger strong">
        {request.patientName}
      </h2>
      <Whose request={request} />
      <p className="large">
        <strong>{group}</strong> {componentName(request.component)}, {units}
      </p>
      <p className="dim large">{request.reason}</p>
      <Amended request={request} />
      <div className={`dim row gap-8 ${classes.meta}`}>
        <Id row={row} chosen={acts.chosen} /> {request.orderType}
      </div>
      <Pickup request={request} />
      <Buttons row={row} acts={acts} />
    </article>
  )
}

const Id = ({ row: { request, decision }, chosen }: { row: ApprovalRow; chosen: Chosen }) =>
  decision ? (
    <span className="medium figures ink">{request.id}</span>
  ) : (
    <ChosenBox request={request} chosen={chosen} />
  )

const Buttons = ({
  row,
  acts: { taking, refused, decide, undo, member, explain },
}: {
  row: ApprovalRow
  acts: Acts
}) => (
  <DecisionButtons
    row={row}
    taking={taking.get(row.request.id)}
    refusal={refused.get(row.request.id)}
    whyNotMine={whyNotMine(row.request, member)}
    decide={decide}
    undo={undo}
    explain={explain}
  />
)

/** Two patients of one name are told apart by it. */
const Whose = ({ request: { patientId, age, sex } }: { request: OwnRequest }) => (
  <p className={`dim figures breaks ${classes.more}`}>
    <bdi>{patientId}</bdi>, {age}, {sex}
  </p>
)

/** How much time there is for the decision. It may come later too (ruling AMB-08). */
function Pickup({ request }: { request: OwnRequest }) {
  const due = pickupDue(request, useNow())
  return <DueLine due={due} say={({ at }, now) => `pickup ${showWhen(at, now)}`} />
}

/** Ruling AMB-296: what it asks for is not what it asked for at first. */
function Amended({ request }: { request: OwnRequest }) {
  const text = amendedText(request)
  return text && <Mark>{text}</Mark>
}

/** Only this may be cut: two lines, the whole of it on hover. */
const Reason = ({ reason }: { reason: string }) => (
  <span className="dim breaks clamp" title={reason}>
    {reason}
  </span>
)
