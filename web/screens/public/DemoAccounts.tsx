import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DemoAccount } from '#contract/people.ts'
import { askDemoAccounts } from '../../api/signing-in.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './DemoAccounts.module.css'

type DemoAccountsProps = {
  chosen: string
  onChoose: (account: { email: string; password: string }) => void
  /** Signs in and opens where that part of the story begins. */
  onPlay: (part: { email: string; password: string; path: string }) => void
}

export function DemoAccounts({ chosen, onChoose, onPlay }: DemoAccountsProps) {
  const isWide = useIsWide()
  const accounts = useDemoAccounts()
  const [any] = accounts
  if (!any) return null
  const groups = Map.groupBy(accounts, ({ group }) => group)
  const domain = any.email.split('@')[1]

  return (
    <aside className={classes.panel} aria-labelledby="demo-accounts">
      <Story accounts={accounts} onPlay={onPlay} />
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
        {[...groups].map(([group, some]) => (
          <section key={group} className={classes.group} aria-label={group}>
            <h3 className={`muted medium ${classes.name}`}>{group}</h3>
            <ul>
              {some.map(({ email, password, about }) => (
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

/** One order in four presses, each by whose turn it is. */
function Story({ accounts, onPlay }: { accounts: DemoAccount[]; onPlay: DemoAccountsProps['onPlay'] }) {
  const parts = accounts
    .flatMap(({ story, ...account }) => (story ? [{ ...story, ...account }] : []))
    .toSorted((one, other) => one.place - other.place)
  return (
    <section className={classes.story} aria-labelledby="demo-story">
      <h2 id="demo-story" className="heading">
        One order in four presses
      </h2>
      <p className={`muted ${classes.line}`}>
        Each signs you in where the order waits. Sign out with the picture at the top right, and press the
        next.
      </p>
      <ol className={`stack gap-8 ${classes.parts}`}>
        {parts.map(({ place, deed, path, email, password }) => (
          <li key={email}>
            <PushButton
              size="sm"
              wide
              className={classes.part}
              onClick={() => onPlay({ email, password, path })}
            >
              <span className={`figures ${classes.place}`}>{place}</span>
              <span className="fill">{deed}</span>
              <IconArrowRight size={16} stroke={1.6} aria-hidden />
            </PushButton>
          </li>
        ))}
      </ol>
    </section>
  )
}

let known: DemoAccount[] = []

/** Asked once: they stay the same for as long as the server runs. Without them there is the form all the same. */
function useDemoAccounts(): DemoAccount[] {
  const [accounts, setAccounts] = useState(known)
  useEffect(() => {
    if (known.length > 0) return
    askDemoAccounts().then(
      (items) => {
        known = items
        setAccounts(items)
      },
      () => undefined,
    )
  }, [])
  return accounts
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
