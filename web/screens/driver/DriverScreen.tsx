import { useRouteContext } from '@tanstack/react-router'
import { NotBuiltYet } from '../../parts/NotBuiltYet.tsx'
import { useSignOut } from '../../parts/use-sign-out.ts'
import { useTitle } from '../../parts/use-title.ts'
import { Mark } from '../../ui/Mark.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import classes from './DriverScreen.module.css'

/** A driver's own page (ruling AMB-32). Light: it opens on a phone on the road. */
export function DriverScreen() {
  useTitle('My Orders')
  const { driver } = useRouteContext({ from: '/driver' })
  const signOut = useSignOut()
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Mark />
        <span className={classes.name}>{driver.displayName}</span>
        <PushButton size="sm" onClick={signOut}>
          Sign out
        </PushButton>
      </header>
      <main className={classes.main}>
        <PageHead title="My Orders" />
        <NotBuiltYet />
      </main>
    </div>
  )
}
