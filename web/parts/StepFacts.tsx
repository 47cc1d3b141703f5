import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArchive,
  IconCamera,
  IconClock,
  IconKey,
  type IconProps,
  IconTemperature,
  IconUser,
} from '@tabler/icons-react'
import { type ComponentType, Fragment } from 'react'
import { type ToldFact, temperatureFact } from '#domain/driving/telling.ts'
import { Badge, type BadgeKind } from '../ui/feedback/Badge.tsx'
import classes from './StepFacts.module.css'

/** What a driver told of a step, on a line of its own. */
export function StepFacts({ facts }: { facts: readonly ToldFact[] }) {
  if (facts.length === 0) return null
  return (
    <p className={`small wrap ${classes.facts}`}>
      {facts.map((fact) => (
        // a space, or the facts are read as one word
        <Fragment key={fact.kind}>
          <StepFact fact={fact} />{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** Ruling AMB-187: "-" until then; with the verdict if a driver measured it. */
export function DeliveryTemperature({ request }: { request: Parameters<typeof temperatureFact>[0] }) {
  const fact = temperatureFact(request)
  if (fact) return <StepFact fact={fact} />
  return request.deliveryTemperature === null ? '-' : `${request.deliveryTemperature} °C`
}

/** What somebody has to look at is a badge; the rest is said quietly. */
export function StepFact({ fact: { kind, text } }: { fact: ToldFact }) {
  const { badge, sign: Sign } = looks[kind]
  const sign = <Sign size={14} stroke={badge ? 2.1 : 1.75} aria-hidden />
  if (badge) {
    return (
      <Badge kind={badge} icon={sign}>
        <bdi>{text}</bdi>
      </Badge>
    )
  }
  return (
    <span className={`breaks shrinks ${classes.fact}`}>
      {sign}
      <bdi>{text}</bdi>
    </span>
  )
}

const looks: Record<ToldFact['kind'], { badge?: BadgeKind; sign: ComponentType<IconProps> }> = {
  within: { badge: 'green', sign: IconTemperature },
  ask: { badge: 'amber', sign: IconAlertTriangle },
  never: { badge: 'alarm', sign: IconAlertOctagon },
  picture: { badge: 'amber', sign: IconCamera },
  unproved: { badge: 'amber', sign: IconAlertTriangle },
  aside: { badge: 'black', sign: IconArchive },
  allowed: { sign: IconUser },
  receiver: { sign: IconUser },
  code: { sign: IconKey },
  late: { sign: IconClock },
}
