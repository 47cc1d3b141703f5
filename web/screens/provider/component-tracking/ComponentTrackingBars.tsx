import type { ComponentUnits } from '#contract/billing.ts'
import {
  bloodGroups,
  type ComponentCode,
  componentCodes,
  componentName,
  groupName,
} from '#domain/basics/blood.ts'
import classes from './ComponentTrackingBars.module.css'

type Bar = { name: string; units: number; parts: { component: ComponentCode; units: number }[] }

/** The table's numbers to look at: a bar for each group, a part of it for each component. */
export function ComponentTrackingBars({ totals }: { totals: readonly ComponentUnits[] }) {
  const bars = barsOf(totals)
  const longest = Math.max(...bars.map(({ units }) => units))
  const components = componentCodes.filter((code) => totals.some(({ component }) => component === code))
  return (
    <figure className={`box ${classes.chart}`} aria-labelledby="bars-title">
      <figcaption id="bars-title" className="subheading">
        Units by blood group
      </figcaption>
      {/* the table beside it says the same, number by number */}
      <div aria-hidden="true">
        <ul className={`muted wrap ${classes.legend}`}>
          {components.map((component) => (
            <li key={component}>
              <span className={classes.swatch} data-component={component} />
              {componentName(component)}
            </li>
          ))}
        </ul>
        <div className={classes.bars}>
          {bars.map(({ name, units, parts }) => (
            <div key={name} className={`small stack gap-8 ${classes.line}`}>
              <span className="strong">{name}</span>
              <span className={classes.track}>
                {parts.map((part) => (
                  <span
                    key={part.component}
                    className={classes.part}
                    data-component={part.component}
                    title={`${name} ${part.component}: ${part.units}`}
                    style={{ width: `${(part.units / longest) * 100}%` }}
                  />
                ))}
              </span>
              <span className={classes.units}>{numbers.format(units)}</span>
            </div>
          ))}
        </div>
      </div>
    </figure>
  )
}

const numbers = new Intl.NumberFormat('en-IN')

/** In the order of the totals, which is that of the table. */
function barsOf(totals: readonly ComponentUnits[]): Bar[] {
  return bloodGroups.flatMap((group) => {
    const parts = totals.filter(({ bloodGroup }) => bloodGroup === group)
    if (parts.length === 0) return []
    return [{ name: groupName(group), units: parts.reduce((sum, { units }) => sum + units, 0), parts }]
  })
}
