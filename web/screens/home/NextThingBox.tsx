import { Link } from '@tanstack/react-router'
import { dueText } from '#domain/requests/due.ts'
import { DueLine } from '../../parts/DueLine.tsx'
import type { NextThing } from '../../parts/next-thing.ts'
import { buttonClass } from '../../ui/fields/PushButton.tsx'
import classes from './NextThingBox.module.css'

/** The one red button of a home view. */
export function NextThingBox({ thing }: { thing: NextThing | null }) {
  if (!thing) return null
  const { act, title, words, due, to, search } = thing
  return (
    <section className={`box ${classes.next}`} aria-label="Next thing to do">
      <div className={`shrinks fill ${classes.about}`}>
        <p className="muted">Next thing to do</p>
        <p className={`breaks ${classes.what}`}>
          <strong>{title}</strong> <bdi className="dim">{words}</bdi>
        </p>
      </div>
      {due && <DueLine due={due} say={dueText} />}
      <Link to={to} search={search} className={`${buttonClass({ kind: 'primary' })} ${classes.act}`}>
        {act}
      </Link>
    </section>
  )
}
