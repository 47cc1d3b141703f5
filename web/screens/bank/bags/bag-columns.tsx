import { IconBan, IconCheck, IconClockPause, IconLock, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ShelfBag } from '#contract/bags.ts'
import type { BagState } from '#domain/bags/bag.ts'
import { shelfComponentName, shelfGroupName } from '#domain/bags/kinds.ts'
import { stateText } from '#domain/bags/moving.ts'
import { attributeNames, expiryText } from '#domain/bags/showing.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { paths } from '../../../paths.ts'
import { Badge, type BadgeKind } from '../../../ui/feedback/Badge.tsx'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './bag-columns.module.css'

export type BagRowActs = {
  chosen: ReadonlySet<string>
  toggle: (id: string) => void
  open: (id: string) => void
}

const numberAt = ({ id }: Pick<ShelfBag, 'id'>): string => `bag-${id}`

export const bagColumns = (acts: BagRowActs): Column<ShelfBag>[] => [
  { title: 'Labels', width: 60, cell: (bag) => <Choose bag={bag} acts={acts} /> },
  { title: 'Number', width: 200, firm: true, cell: (bag) => <NumberButton bag={bag} acts={acts} /> },
  { title: 'Component', width: 96, cell: (bag) => <Kind bag={bag} /> },
  { title: 'Group', width: 76, cell: (bag) => <strong>{shelfGroupName(bag.bloodGroup)}</strong> },
  { title: 'Expires', width: 220, cell: (bag) => <Expires bag={bag} /> },
  { title: 'Place', cell: (bag) => <span className="breaks">{bag.place || '–'}</span> },
  { title: 'State', width: 120, cell: (bag) => <StateBadge state={bag.state} /> },
  { title: 'Held for', width: 190, cell: (bag) => <HeldFor bag={bag} /> },
]

const Choose = ({ bag, acts }: { bag: ShelfBag; acts: BagRowActs }) => (
  <CheckBox
    size="lg"
    className={classes.choose ?? ''}
    label={<span className="visually-hidden">Label for {bag.number}</span>}
    checked={acts.chosen.has(bag.id)}
    onChange={() => acts.toggle(bag.id)}
  />
)

const NumberButton = ({ bag, acts }: { bag: ShelfBag; acts: BagRowActs }) => (
  <button
    type="button"
    id={numberAt(bag)}
    className={`bare ${classes.number}`}
    onClick={() => acts.open(bag.id)}
  >
    <BagNumber bag={bag} />
  </button>
)

const Kind = ({ bag: { component, attributes } }: { bag: ShelfBag }) => (
  <span className="stack">
    <abbr className={classes.plain} title={shelfComponentName(component)}>
      {component}
    </abbr>
    {attributes.length > 0 && (
      <span className="tiny dim">
        {attributes.map((one) => attributeNames[one].toLowerCase()).join(', ')}
      </span>
    )}
  </span>
)

export function Expires({ bag }: { bag: Pick<ShelfBag, 'expiresAt'> }) {
  const { when, more, isUrgent } = expiryText(bag, useNow())
  return (
    <time dateTime={bag.expiresAt.toISOString()} title={showDateTime(bag.expiresAt)}>
      <strong className={classes.when} data-urgent={isUrgent || undefined}>
        {when}
      </strong>
      <span className="dim">, {more}</span>
    </time>
  )
}

const looks: Record<BagState, [BadgeKind, typeof IconCheck]> = {
  quarantine: ['amber', IconClockPause],
  available: ['green', IconCheck],
  held: ['black', IconLock],
  issued: ['grey', IconTruckDelivery],
  received: ['grey', IconCheck],
  transfused: ['grey', IconCheck],
  returned: ['amber', IconClockPause],
  discarded: ['red', IconBan],
  expired: ['red', IconBan],
  transferred: ['grey', IconTruckDelivery],
  missing: ['red', IconBan],
}

export function StateBadge({ state }: { state: BagState }) {
  const [kind, Sign] = looks[state]
  return (
    <Badge kind={kind} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {stateText(state)}
    </Badge>
  )
}

/** The order in whose name it lies there, where the bench has it. */
export const HeldFor = ({ bag: { hold } }: { bag: Pick<ShelfBag, 'hold'> }) =>
  hold ? (
    <span className="breaks">
      <Link
        to={paths.bench(hold.requestId)}
        className={`medium figures ${classes.order}`}
        title="Open it on the bench"
      >
        {hold.requestId}
      </Link>
      <span className="dim">, until {showDateTime(hold.until)}</span>
    </span>
  ) : (
    <span className="dim">–</span>
  )

export const BagCard = ({ bag, acts }: { bag: ShelfBag; acts: BagRowActs }) => (
  <article className="stack gap-6" aria-labelledby={numberAt(bag)}>
    <div className={`row wrap ends ${classes.top}`}>
      <NumberButton bag={bag} acts={acts} />
      <StateBadge state={bag.state} />
    </div>
    <p className="row wrap gap-8">
      <strong>{shelfGroupName(bag.bloodGroup)}</strong> <Kind bag={bag} />
    </p>
    <p>
      <Expires bag={bag} />
    </p>
    <div className={`row wrap ends ${classes.top}`}>
      <span className="dim breaks">{bag.place || 'no place'}</span>
      <Choose bag={bag} acts={acts} />
    </div>
    {bag.hold && (
      <p className="small">
        <HeldFor bag={bag} />
      </p>
    )}
  </article>
)
