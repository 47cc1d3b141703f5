import { IconCircleCheckFilled, IconCircleDashed, IconTruckDelivery } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CarriedDelivery } from '#contract/requests.ts'
import { doubtFact } from '#domain/driving/telling.ts'
import { arrivedText } from '#domain/requests/delivering.ts'
import type { Delivery } from '#domain/requests/request.ts'
import { unitsText } from '#domain/requests/timeline.ts'
import { StepFact } from '../../parts/StepFacts.tsx'
import classes from './Deliveries.module.css'
import { Moment } from './Moment.tsx'

type DeliveriesProps = { deliveries: readonly CarriedDelivery[]; action?: ReactNode }

/** How many have arrived, and of each what it carries, where it is and whether it may be used (§4.2: at most 3 units in one). */
export function Deliveries({ deliveries, action }: DeliveriesProps) {
  return (
    <div>
      <div className={`wrap ends ${classes.head}`}>
        <p>
          <strong>{arrivedText(deliveries)}</strong> <span className="dim">delivered</span>
        </p>
        {action}
      </div>
      <ol className={classes.list}>
        {deliveries.map((delivery) => (
          <li key={delivery.seq} className={classes.delivery} data-step={stepOf(delivery)}>
            <Sign delivery={delivery} />
            <span className={classes.units}>{unitsText(delivery.units)}</span>{' '}
            <span className={`breaks wrap shrinks ${classes.state}`}>
              <bdi>{delivery.state}</bdi>
              {delivery.deliveredAt && ' '}
              {delivery.deliveredAt && <Moment at={delivery.deliveredAt} className="dim" />}
              {delivery.doubt && ' '}
              {delivery.doubt && <StepFact fact={doubtFact(delivery.doubt)} />}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Step = 'arrived' | 'begun' | 'waiting'

function stepOf({ state, deliveredAt }: Delivery): Step {
  if (deliveredAt) return 'arrived'
  return state === '-' ? 'waiting' : 'begun'
}

const signs = { arrived: IconCircleCheckFilled, begun: IconTruckDelivery, waiting: IconCircleDashed }

function Sign({ delivery }: { delivery: Delivery }) {
  const Icon = signs[stepOf(delivery)]
  return <Icon className={classes.sign} size={14} stroke={2} aria-hidden />
}
