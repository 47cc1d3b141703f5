import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { dayOf } from '#domain/basics/time.ts'
import { adviceOn } from '#domain/donors/advising.ts'
import type { ConsentDraft } from '#domain/donors/consenting.ts'
import { useNow } from '../../../parts/use-now.ts'
import classes from './ConsentAdvice.module.css'

/** Ruling AMB-208: hints with their rule. Nothing here stands in the way of a decision. */
export function ConsentAdvice({ draft }: { draft: ConsentDraft }) {
  const advice = adviceOn(draft, dayOf(useNow()))
  return (
    <aside className={`box ${classes.advice}`} aria-label="Advice">
      <h2 className="heading">Advice</h2>
      <p className="muted">Hints by the rules they name. You decide.</p>
      <ul className={`stack gap-12 ${classes.list}`}>
        {advice.map(({ code, text, rule, isToCheck }) => (
          <li key={code} className={`dim stack ${classes.item}`} data-check={isToCheck || undefined}>
            {isToCheck ? (
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconInfoCircle size={18} stroke={1.6} aria-hidden />
            )}
            <div>
              <p className={classes.text}>
                {isToCheck && <span className="visually-hidden">Please check: </span>}
                {text}
              </p>
              <p className="muted">{rule}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}
