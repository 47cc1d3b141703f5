import { type DeliverySoFar, deliverySteps, nextSteps } from '#domain/driving/steps.ts'
import classes from './DeliverySteps.module.css'
import { useSaid } from './use-words.ts'

/** How far the delivery under way is: what lies before the step that is next counts as passed. */
export function DeliverySteps({
  deliveries,
  isKept,
}: {
  deliveries: readonly DeliverySoFar[]
  /** The step under way was told, and its code is not checked. */
  isKept: boolean
}) {
  const { words } = useSaid()
  const [expected] = nextSteps(deliveries)
  const next = expected ? deliverySteps.indexOf(expected) : deliverySteps.length
  return (
    <ol className={`stack gap-6 ${classes.steps}`}>
      {deliverySteps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-done={index < next || undefined}
          data-kept={(isKept && index === next) || undefined}
          aria-current={index === next ? 'step' : undefined}
        >
          {words.steps[step].short}
        </li>
      ))}
    </ol>
  )
}
