import { PushButton } from '../../../ui/fields/PushButton.tsx'
import shared from './bench.module.css'
import type { Known } from './scanned-bag.ts'

type PartChoiceProps = { parts: readonly Known[]; onPress: (bagId: string) => void }

/** The parts between which the number alone leaves the choice. */
export const PartChoice = ({ parts, onPress }: PartChoiceProps) =>
  parts.length > 0 && (
    <fieldset className="wrap gap-8">
      <legend className="visually-hidden">Which part</legend>
      {parts.map((bag) => (
        <PushButton key={bag.id} className={shared.press} onClick={() => onPress(bag.id)}>
          {bag.component}
          {bag.division && ` part ${bag.division}`}
        </PushButton>
      ))}
    </fieldset>
  )
