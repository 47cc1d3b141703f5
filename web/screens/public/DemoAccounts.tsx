import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { people } from '#contract/people.ts'
import { ask } from '../../api/queries.ts'
import classes from './DemoAccounts.module.css'

type DemoAccountsProps = {
  chosen: string
  onChoose: (account: { email: string; password: string }) => void
}

export function DemoAccounts({ chosen, onChoose }: DemoAccountsProps) {
  const isWide = useIsWide()
  const { data } = useQuery(ask(people.demoAccounts, {}))
  const any = data?.items[0]
  if (!any) return null
  const groups = Map.groupBy(data.items, ({ group }) => group)
  const domain = any.email.split('@')[1]

  return (
    <aside className={classes.panel} aria-labelledby="demo-accounts">
      <details className={classes.details} open={isWide}>
        <summary className={classes.summary} tabIndex={isWide ? -1 : undefined}>
          <h2 id="demo-accounts" className="heading">
            Demo accounts
          </h2>
        </summary>
        <p className={`muted ${classes.line}`}>
          Choose one to fill the form. Every password is <strong>{any.password}</strong>; every address ends
          with @{domain}.
        </p>
        {[...groups].map(([group, accounts]) => (
          <section key={group} className={classes.group} aria-label={group}>
            <h3 className={`muted medium ${classes.name}`}>{group}</h3>
            <ul>
              {accounts.map(({ email, password, about }) => (
                <li key={email}>
                  <button
                    type="button"
                    className={`small stack gap-8 ${classes.account}`}
                    aria-pressed={email === chosen}
                    onClick={() => onChoose({ email, password })}
                  >
                    <strong>{email.split('@')[0]}</strong>
                    <span>{about}</span>
                    {email === chosen ? (
                      <IconCheck size={16} stroke={2} aria-hidden />
                    ) : (
                      <IconArrowRight size={16} stroke={1.6} aria-hidden />
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </aside>
  )
}

const wide = matchMedia('(min-width: 1000px)')

/** Beside the form the list stands open; below it, it opens when asked. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    (tell) => {
      wide.addEventListener('change', tell)
      return () => wide.removeEventListener('change', tell)
    },
    () => wide.matches,
  )
