import {
  isOrderable,
  type ShelfComponent,
  type ShelfGroup,
  shelfComponentName,
  shelfComponents,
  shelfGroupName,
  shelfGroups,
} from '#domain/bags/kinds.ts'
import { coverDays, coverText, isScarce } from '#domain/bags/shelf.ts'
import { cellLevel, endingWithin, rowSums } from '#domain/bags/showing.ts'
import classes from './Shelf.module.css'
import type { Cell, Cells } from './shelf-cells.ts'
import { type BagFilters, endSteps } from './use-bag-filters.ts'

type ShelfProps = { cells: Cells; filters: BagFilters }

/** What lies there by component and group; a press on a cell, or on a step of the legend, filters the list. */
export function Shelf({ cells, filters }: ShelfProps) {
  const isThere = (group: ShelfGroup) => isOrderable(group) || cells.some((cell) => cell.bloodGroup === group)
  const groups = shelfGroups.filter(isThere)
  return (
    <section className={`box ${classes.shelf}`} aria-label="Shelf">
      <div className={`wrap ends ${classes.head}`}>
        <p>
          <strong className="subheading">Shelf</strong>{' '}
          <span className="muted">free units, and how soon they expire</span>
          <span className={`muted inline gap-6 ${classes.key}`}>
            <span className={classes.corner} aria-hidden="true" /> under your minimum
          </span>
        </p>
        <Legend cells={cells} filters={filters} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it goes sideways, by keys too */}
      <section className={classes.scroller} aria-label="Components and groups" tabIndex={0}>
        <table className={classes.table} aria-label="Bags by component and group">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Component</span>
              </th>
              {groups.map((group) => (
                <th key={group} scope="col" className="small strong">
                  {shelfGroupName(group)}
                </th>
              ))}
              {['Free', 'Held', 'Cover'].map((title) => (
                <th key={title} scope="col" className={`muted ${classes.sum}`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shelfComponents.map((component) => (
              <Row key={component} {...{ component, groups, cells, filters }} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Legend({ cells, filters }: ShelfProps) {
  const counts = endingWithin(cells)
  const byStep: Record<string, number> = { '24': counts.day, '72': counts.threeDays, '168': counts.week }
  return (
    <fieldset className={`wrap ${classes.legend}`} aria-label="Expire">
      <span className="muted">Expire</span>
      {endSteps.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={`small inline gap-6 ${classes.step}`}
          aria-pressed={filters.isStep(value)}
          onClick={() => filters.pressStep(value)}
        >
          <span className={classes.swatch} data-step={value} aria-hidden="true" />
          {label} <strong className="figures strong">{byStep[value]}</strong>
        </button>
      ))}
      <span className={`small inline gap-6 ${classes.later}`}>
        <span className={classes.swatch} data-step="later" aria-hidden="true" />
        later <strong className="figures strong">{counts.later}</strong>
      </span>
    </fieldset>
  )
}

type RowProps = ShelfProps & { component: ShelfComponent; groups: readonly ShelfGroup[] }

function Row({ component, groups, cells, filters }: RowProps) {
  const own = cells.filter((cell) => cell.component === component)
  const { free, held, issued } = rowSums(own)
  return (
    <tr>
      <th scope="row" className={classes.name}>
        <span className={`small strong ${classes.long}`}>{shelfComponentName(component)}</span>
        <span className={`tiny dim ${classes.code}`}>{component}</span>
      </th>
      {groups.map((group) => (
        <td key={group}>
          <CellBox
            cell={own.find(({ bloodGroup }) => bloodGroup === group)}
            isChosen={filters.isCell(component, group)}
            onPress={() => filters.pressCell(component, group)}
          />
        </td>
      ))}
      <td className={`figures strong ${classes.sum}`}>{free}</td>
      <td className={`figures dim ${classes.sum}`}>{held}</td>
      <td
        className={`figures dim ${classes.sum}`}
        data-few={isScarce({ free, issued, minimum: null }) || undefined}
      >
        {coverText(coverDays(free, issued))}
      </td>
    </tr>
  )
}

type CellBoxProps = { cell: Cell | undefined; isChosen: boolean; onPress: () => void }

function CellBox({ cell, isChosen, onPress }: CellBoxProps) {
  if (!cell || (cell.free + cell.held + cell.quarantine === 0 && !cell.minimum))
    return <span className={`dim ${classes.none}`}>–</span>
  const { free, held, ending, minimum } = cell
  const level = cellLevel(cell)
  return (
    <button
      type="button"
      className={classes.cell}
      data-level={level}
      aria-pressed={isChosen}
      title={minimum === null ? undefined : `at least ${minimum} should be free`}
      onClick={onPress}
    >
      <span className="visually-hidden">{cellText(cell, level)}</span>
      <span className={`row ends ${classes.counts}`} aria-hidden="true">
        <strong className="figures">
          {free}
          {ending.day > 0 && <span className={classes.soon}>{ending.day}</span>}
        </strong>
        <span className={`tiny dim nowrap ${classes.held}`}>{held > 0 && `${held} held`}</span>
      </span>
      <span className={classes.bar} aria-hidden="true">
        {(['day', 'three-days', 'week', 'later'] as const).map(
          (step) =>
            ending[step] > 0 && <span key={step} data-step={step} style={{ flexGrow: ending[step] }} />,
        )}
      </span>
    </button>
  )
}

function cellText({ component, bloodGroup, free, held, quarantine, ending }: Cell, level: string): string {
  const parts = [
    `${component} ${shelfGroupName(bloodGroup)}: ${free} free`,
    held > 0 && `${held} held`,
    quarantine > 0 && `${quarantine} in quarantine`,
    ending.day > 0 && `${ending.day} within 24 hours`,
    level !== 'enough' && 'under your minimum',
  ]
  return parts.filter(Boolean).join(', ')
}
