import type { Slip } from '#contract/matching.ts'
import { asideText } from '#domain/matching/setting-aside.ts'
import classes from './BagWarnings.module.css'

type Bag = Slip['bags'][number]

/** Always there, and empty as a rule: what comes into it while somebody looks at the page is read out. */
export const AsideWarning = ({ bag: { setAside } }: { bag: Pick<Bag, 'setAside'> }) => (
  <span role="status" className="block">
    {setAside && (
      <strong className={`strong small block ${classes.bad}`}>
        Set aside, not to be given: {asideText[setAside]}
      </strong>
    )}
  </span>
)

/** Of a slip that left without a cross-match. Whose word it was is the hospital's and the bank's to read. */
export function EmergencyWarning({ slip: { isEmergency, doctor, bags } }: { slip: Slip }) {
  if (!isEmergency) return null
  return (
    <strong className={`strong small block ${classes.bad}`}>
      Emergency, NOT CROSS-MATCHED
      {doctor && `, ${doctor}`}
      {bags.some(({ isOwed }) => isOwed) && '; the result is still to come'}
    </strong>
  )
}
