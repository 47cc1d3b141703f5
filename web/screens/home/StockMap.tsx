import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentStock } from '#contract/stock.ts'
import { type BloodGroup, bloodGroups, componentName, groupName } from '#domain/basics/blood.ts'
import { ago, showDateTime, span } from '#domain/basics/time.ts'
import { unitsPerDelivery } from '#domain/requests/delivering.ts'
import { freshnessOf, freshnessText } from '#domain/stock/freshness.ts'
import { type GroupStock, heatStep, heatSteps, levelOf, linkedIn, unitsIn } from '#domain/stock/levels.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { shelfWords } from './bank-words.ts'
import classes from './StockMap.module.css'

type StockMapProps = {
  /** Undefined until it is known. */
  stock: readonly ComponentStock[] | undefined
  now: Date
  hrefOf: (screenId: string) => string | null
}

/** Below this the groups become the rows: eight columns have no room. */
const narrow = 820

/** Eight groups of four components at a glance: how much, how short, how old. */
export function StockMap({ stock, now, hrefOf }: StockMapProps) {
  const isTurned = useNarrow(narrow)
  const Rows = isTurned ? GroupRows : ComponentRows
  return (
    <section className={`box ${classes.map}`} aria-busy={!stock}>
      <div className={`wrap ends ${classes.head}`}>
        <h2 id="stock-title">
          Stock <span className={classes.totals}>{stock && totals(stock)}</span>
        </h2>
        <Legend />
      </div>
      {stock ? <Rows {...{ stock, now, hrefOf }} /> : <div className={classes.waiting} />}
      <p className={`dim wrap tiny ${classes.signs}`}>
        <span>
          <span className={classes.corner} aria-hidden="true" /> fewer than {unitsPerDelivery} free, less than
          one delivery
        </span>
        <span>
          <span className={classes.hatch} aria-hidden="true" /> counted more than 24 h ago
        </span>
      </p>
    </section>
  )
}

function totals(stock: readonly ComponentStock[]): string {
  if (stock.every(({ countedAt }) => countedAt === null)) return 'not counted yet'
  const sum = (of: typeof unitsIn) => stock.reduce((all, { shelves }) => all + of(shelves), 0)
  return `${sum(unitsIn)} units, ${sum(linkedIn)} linked to orders since they were counted`
}

const Legend = () => (
  <ul className={`dim wrap tiny ${classes.legend}`} aria-label="Units">
    {heatSteps.map(({ from, text }) => (
      <li key={from}>
        <span className={classes.swatch} data-step={heatStep(from)} aria-hidden="true" />
        {text}
      </li>
    ))}
  </ul>
)

type MapProps = Omit<StockMapProps, 'stock'> & { stock: readonly ComponentStock[] }

const ComponentRows = ({ stock, now, hrefOf }: MapProps) => (
  <table className={classes.table} aria-labelledby="stock-title">
    <thead>
      <tr>
        <th scope="col" className={classes.name}>
          <span className="visually-hidden">Component</span>
        </th>
        {bloodGroups.map((group) => (
          <th key={group} scope="col">
            {groupName(group)}
          </th>
        ))}
        <th scope="col" className={classes.total}>
          Total
        </th>
        <th scope="col" className={classes.counted}>
          Counted
        </th>
      </tr>
    </thead>
    <tbody>
      {stock.map((one) => (
        <tr key={one.component}>
          <th scope="row" className={classes.name}>
            <span className={`block ${classes.long}`}>{componentName(one.component)}</span>
            <span className={`block ${classes.code}`}>{one.component}</span>
          </th>
          {bloodGroups.map((group) => (
            <Cell key={group} stock={one} group={group} now={now} href={hrefOf(screenIdOf(one))} />
          ))}
          <td className={classes.total}>{one.countedAt ? unitsIn(one.shelves) : '-'}</td>
          <td className={classes.counted}>
            <Counted stock={one} now={now} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const GroupRows = ({ stock, now, hrefOf }: MapProps) => (
  <table className={classes.table} data-turned aria-labelledby="stock-title">
    <thead>
      <tr>
        <th scope="col" className={classes.name}>
          <span className="visually-hidden">Blood group</span>
        </th>
        {stock.map((one) => (
          <th key={one.component} scope="col">
            <span className={`row ${classes.column}`}>
              {one.component}
              <Counted stock={one} now={now} isShort />
            </span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {bloodGroups.map((group) => (
        <tr key={group}>
          <th scope="row" className={classes.name}>
            {groupName(group)}
          </th>
          {stock.map((one) => (
            <Cell key={one.component} stock={one} group={group} now={now} href={hrefOf(screenIdOf(one))} />
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row" className={classes.name}>
          Total
        </th>
        {stock.map((one) => (
          <td key={one.component} className={`strong figures ${classes.sum}`}>
            {one.countedAt ? unitsIn(one.shelves) : '-'}
          </td>
        ))}
      </tr>
    </tbody>
  </table>
)

const screenIdOf = ({ component }: ComponentStock): string => component.toLowerCase()

type CellProps = { stock: ComponentStock; group: BloodGroup; now: Date; href: string | null }

function Cell({ stock: { component, countedAt, shelves }, group, now, href }: CellProps) {
  const shelf = shelves[group]
  const isKnown = countedAt !== null
  const look = {
    className: `strong figures row large ink ${classes.cell}`,
    'data-step': isKnown ? heatStep(shelf.units) : 'unknown',
    'data-level': isKnown ? levelOf(shelf) : undefined,
    'data-old': (isKnown && freshnessOf(component, countedAt, now) !== 'fresh') || undefined,
  }
  const inside = (
    <>
      <span className="visually-hidden">
        {groupName(group)} {component}:
      </span>
      {isKnown ? <Known shelf={shelf} /> : <NeverCounted />}
    </>
  )
  return (
    <td>
      {href ? (
        <Link to={href} {...look}>
          {inside}
        </Link>
      ) : (
        <span {...look}>{inside}</span>
      )}
    </td>
  )
}

function Known({ shelf }: { shelf: GroupStock }) {
  const { unit, free, after } = shelfWords(shelf)
  return (
    <>
      {shelf.units}
      <span className="visually-hidden">{unit}</span>
      {free && <small>{free}</small>}
      {after && <span className="visually-hidden">{after}</span>}
    </>
  )
}

const NeverCounted = () => (
  <>
    <span aria-hidden="true">?</span>
    <span className="visually-hidden">never counted</span>
  </>
)

type CountedProps = { stock: ComponentStock; now: Date; isShort?: boolean }

function Counted({
  stock: { component, countedAt, countedBy, isBySystem },
  now,
  isShort = false,
}: CountedProps) {
  const freshness = freshnessOf(component, countedAt, now)
  const isFresh = freshness === 'fresh'
  const title = countedAt
    ? `${freshnessText(component, countedAt, now)}: ${showDateTime(countedAt)}, ${isBySystem ? 'by system, ' : ''}${countedBy}`
    : undefined
  return (
    <span className={`dim gap-6 nowrap tiny inline ${classes.age}`} data-freshness={freshness} title={title}>
      {isFresh ? (
        <span className={classes.dot} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
      )}
      {freshness === 'outlived' && !isShort && 'expired, '}
      {countedAt ? ageText(countedAt, now, isShort) : 'never'}
    </span>
  )
}

/** A phone has room for `45 min`; a clock that runs behind shows zero. */
const ageText = (at: Date, now: Date, isShort: boolean): string =>
  isShort ? span(Math.max(0, now.getTime() - at.getTime())) : ago(at, now)
