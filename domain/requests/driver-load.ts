import { showWhen } from '../basics/show-when.ts'
import { displayNameOf } from '../people/actor.ts'

/** What a driver has to carry now. */
type Load = {
  readonly orders: number
  readonly late: number
  readonly lastDueAt: Date | null
  readonly lastHospital: string | null
}

/** Facts alone, no guess of when somebody is free: `2 orders, last due 6:40 pm at Bewell Anna, 1 late`. */
export function loadText({ orders, late, lastDueAt, lastHospital }: Load, now: Date): string {
  if (orders === 0 || lastDueAt === null) return 'no order'
  const due = `${orders === 1 ? 'due' : 'last due'} ${showWhen(lastDueAt, now)}`
  const where = lastHospital === null ? '' : ` at ${displayNameOf(lastHospital)}`
  return `${orders === 1 ? '1 order' : `${orders} orders`}, ${due}${where}${late > 0 ? `, ${late} late` : ''}`
}
