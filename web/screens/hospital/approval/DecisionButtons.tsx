import { IconCheck, IconX } from '@tabler/icons-react'
import type { OwnRequest } from '#contract/requests.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import type { ApprovalRow, Decision } from './approval-rows.ts'
import classes from './DecisionButtons.module.css'

type DecisionButtonsProps = {
  row: ApprovalRow
  taking: Decision | 'undo' | undefined
  /** Why it was not approved with the others that were chosen. */
  refusal: string | undefined
  decide: (request: OwnRequest, decision: Decision) => void
  undo: (request: OwnRequest) => void
}

/** Approve, and apart from it Reject; once decided, who did so and the way back. */
export function DecisionButtons({ row: { request, decision }, taking, ...rest }: DecisionButtonsProps) {
  const whose = `${request.id}, ${request.patientName}`
  if (decision) {
    const isApproved = decision === 'approve'
    const Sign = isApproved ? IconCheck : IconX
    return (
      // Undo stands where Reject was: the second press of a double click is not meant for it
      <div
        className={classes.decided}
        onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
      >
        <Sign className={isApproved ? classes.yes : classes.no} size={16} stroke={2} aria-hidden />
        {isApproved ? 'Approved' : 'Rejected'} by you
        <ActionButton
          label="Undo"
          name={`Undo ${whose}`}
          shortcut="u"
          quiet
          busy={taking === 'undo'}
          onClick={() => rest.undo(request)}
        />
      </div>
    )
  }
  return (
    <>
      <div className={classes.buttons}>
        <ActionButton
          label="Approve"
          name={`Approve ${whose}`}
          shortcut="a"
          icon={<IconCheck className={classes.yes} size={16} stroke={2} aria-hidden />}
          busy={taking === 'approve'}
          onClick={() => rest.decide(request, 'approve')}
        />
        <ActionButton
          label="Reject"
          name={`Reject ${whose}`}
          shortcut="r"
          quiet
          busy={taking === 'reject'}
          onClick={() => rest.decide(request, 'reject')}
        />
      </div>
      {rest.refusal && (
        <p className={classes.refusal} role="alert">
          Not approved. {rest.refusal}
        </p>
      )}
    </>
  )
}
