import { type MoreForBank, moreLines } from '#domain/matching/needs.ts'
import classes from './MoreTold.module.css'

/** What the hospital told the bank beyond the form, where it did (ruling AMB-222). */
export function MoreTold({ more }: { more: MoreForBank }) {
  const lines = moreLines(more)
  if (lines.length === 0) return null
  return (
    <section className={classes.more} aria-labelledby="more-title">
      <h3 id="more-title">More for the blood bank</h3>
      <dl className={classes.lines}>
        {lines.map(({ label, text }) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd className="breaks">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
