import type { Order } from '#contract/orders.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { nextDue } from '#domain/requests/due.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { DueLine } from '../../parts/DueLine.tsx'
import { useNow } from '../../parts/use-now.ts'
import classes from './OrderChoice.module.css'

type NextOrdersProps = {
  next: readonly Order[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Those that wait for a bank, each with what one needs to choose among them. */
export function NextOrders({ next, chosen, onChoose }: NextOrdersProps) {
  const now = useNow()
  return (
    <ul className="wrap gap-8">
      {next.map((order) => {
        const { group, component, units } = bloodInformation(order)
        const due = nextDue(order, now)
        return (
          <li key={order.id}>
            <button
              type="button"
              className={`small box ${classes.one}`}
              aria-pressed={order.id === chosen}
              onClick={() => onChoose(order.id)}
            >
              <span className={`figures medium ${classes.id}`}>{order.id}</span>
              <span>
                <bdi>{displayNameOf(order.hospitalName)}</bdi>, <strong>{group}</strong> {component}, {units}
              </span>
              {due && <DueLine due={due} isShort />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
