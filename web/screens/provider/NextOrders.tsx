import type { Order } from '#contract/orders.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { nextDue } from '#domain/requests/due.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { DueLine } from '../../parts/DueLine.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useHeldList } from '../../ui/table/use-held-list.ts'
import classes from './OrderChoice.module.css'

type NextOrdersProps = {
  next: readonly Order[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Those that wait for a bank, each with what one needs to choose among them. */
export function NextOrders({ next, chosen, onChoose }: NextOrdersProps) {
  const now = useNow()
  const { shown, frameProps, holdProps, sizeOf } = useHeldList(next, ({ id }) => id)
  return (
    <div {...frameProps}>
      <ul className="wrap gap-8" {...holdProps}>
        {shown.map(({ key, row: order }) => {
          if (!order) return <li key={`${key} gone`} aria-hidden style={sizeOf(key)} />
          const { group, component, units } = bloodInformation(order)
          const due = nextDue(order, now)
          return (
            <li key={key} data-slot={key}>
              <button
                type="button"
                className={`small box ${classes.one}`}
                aria-pressed={order.id === chosen}
                onClick={() => onChoose(order.id)}
              >
                <span className={`figures medium ${classes.id}`}>{order.id}</span>
                <span>
                  <bdi>{displayNameOf(order.hospitalName)}</bdi>, <strong>{group}</strong> {component},{' '}
                  {units}
                </span>
                {due && <DueLine due={due} isShort />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
