import { IconCheck, IconX } from '@tabler/icons-react'
import type { OwnRequest } from '#contract/requests.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import classes from './DecisionButtons.module.css'
import { useDecision } from './use-decision.ts'

export function DecisionButtons({ request }: { request: OwnRequest }) {
  const { taking, decide } = useDecision(request)
  return (
    <div className={`wrap ${classes.buttons}`}>
      <ActionButton
        label="Approve"
        icon={<IconCheck className={classes.yes} size={16} stroke={2} aria-hidden />}
        describedBy={patientAt(request)}
        busy={taking === 'approve'}
        onClick={() => void decide('approve')}
      />
      <ActionButton
        label="Reject"
        icon={<IconX className="dim" size={16} stroke={2} aria-hidden />}
        describedBy={patientAt(request)}
        busy={taking === 'reject'}
        onClick={() => void decide('reject')}
      />
    </div>
  )
}

/** Where the row tells whose request it is: every row's buttons have the same names. */
export const patientAt = ({ id }: Pick<OwnRequest, 'id'>): string => `patient-${id}`
