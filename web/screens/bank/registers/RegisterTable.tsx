import type { registers } from '#contract/registers.ts'
import type { OutputOf } from '#contract/route.ts'
import classes from './RegistersScreen.module.css'

/** A register is wide: it is moved sideways under its head. */
export function RegisterTable({
  label,
  register: { titles, rows, isCut },
}: {
  label: string
  register: OutputOf<typeof registers.look>
}) {
  if (rows.length === 0) return <p className="muted">Nothing in these days.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer moves it sideways with the arrow keys */}
      <section className={classes.sideways} aria-label={label} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {titles.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join()}>
                {titles.map((title, column) => (
                  <td key={title} className="figures">
                    {inShort(row[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isCut && <p className="muted">The first {rows.length} lines. All of them are in the files.</p>}
    </>
  )
}

/** The minute is enough to look at; the files have the rest. */
const inShort = (cell: string | number | undefined) =>
  String(cell ?? '').replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\+05:30$/, '$1 $2')
