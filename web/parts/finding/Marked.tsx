import type { Mark } from '#domain/requests/finding.ts'
import classes from './Marked.module.css'

/** A text with what was found in it. */
export function Marked({ text, marks = [] }: { text: string; marks?: readonly Mark[] | undefined }) {
  const ends = marks.map(({ to }) => to)
  return (
    <bdi>
      {marks.map(({ from, to }, at) => (
        <span key={from}>
          {text.slice(ends[at - 1] ?? 0, from)}
          <mark className={classes.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </bdi>
  )
}
