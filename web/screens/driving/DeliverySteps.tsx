import { deliverySteps } from '#domain/driving/steps.ts'
import type { DeliveryShown } from '#domain/driving/waiting.ts'
import classes from './DeliverySteps.module.css'
import { useSaid } from './use-words.ts'

/** How far this delivery is: what lies before the last step done counts as passed. */
export function DeliverySteps({ current }: { current: DeliveryShown }) {
  const { words } = useSaid()
  const last = deliverySteps.findLastIndex((step) => current.done.includes(step))
  return (
    <ol className={classes.steps}>
      {deliverySteps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-done={index <= last || undefined}
          aria-current={index === last + 1 ? 'step' : undefined}
        >
          {words.steps[step].short}
        </li>
      ))}
    </ol>
  )
}
