import { IconCheck, IconUserExclamation, IconX } from '@tabler/icons-react'
import type { OwnRequest } from '#contract/requests.ts'
import { isBySameHands, sameHandsText } from '#domain/requests/approving.ts'
import { rejectionText } from '#domain/requests/showing.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import type { ApprovalRow, Decision } from './approval-rows.ts'
import classes from './DecisionButtons.module.css'

type DecisionButtonsProps = {
  row: ApprovalRow
  taking: Decision | 'undo' | undefined
  /** Why it was not approved with the others that were chosen. */
  refusal: string | undefined
  /** Why another admin has to approve it. */
  whyNotMine: string | null
  decide: (request: OwnRequest, decision: Decision) => void
  undo: (request: OwnRequest) => void
  explain: (request: OwnRequest) => void
}

/** Approve, and apart from it Reject; once decided, who did so and the way back. */
export function DecisionButtons({ row: { request, decision }, taking, ...rest }: DecisionButtonsProps) {
  const whose = `${request.id}, ${request.patientName}`
  if (decision) {
    const isApproved = decision === 'approve'
    const why = rejectionText(request)
    const Sign = isApproved ? IconCheck : IconX
    return (
      // Undo stands where Reject was: the second press of a double click is not meant for it
      <div
        className={classes.decided}
        onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
      >
        <Sign className={isApproved ? classes.yes : classes.no} size={16} stroke={2} aria-hidden />
        {isApproved ? 'Approved' : 'Rejected'} by you{why && `: ${why}`}
        <ActionButton
          label="Undo"
          name={`Undo ${whose}`}
          shortcut="u"
          quiet
          busy={taking === 'undo'}
          onClick={() => rest.undo(request)}
        />
        {!isApproved && !why && (
          <ActionButton
            label="Say why"
            name={`Say why ${whose}`}
            shortcut="w"
            quiet
            onClick={() => rest.explain(request)}
          />
        )}
        {isBySameHands(request) && (
          // in full on Request Status and in the timeline: here a row must not grow
          <span className={classes.same} title={sameHandsText}>
            <IconUserExclamation size={16} stroke={2} aria-hidden />
            <span className="visually-hidden">{sameHandsText}</span>
          </span>
        )}
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
          disabledReason={rest.whyNotMine}
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
      {rest.whyNotMine && <p className={`dim ${classes.another}`}>{rest.whyNotMine}</p>}
      {rest.refusal && (
        <p className={classes.refusal} role="alert">
          Not approved. {rest.refusal}
        </p>
      )}
    </>
  )
}
