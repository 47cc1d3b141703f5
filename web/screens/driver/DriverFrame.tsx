import { Link, Outlet, useRouteContext } from '@tanstack/react-router'
import { useSignOut } from '../../parts/use-sign-out.ts'
import { paths } from '../../paths.ts'
import { Mark } from '../../ui/Mark.tsx'
import { buttonClass, PushButton } from '../../ui/PushButton.tsx'
import classes from './DriverFrame.module.css'

/** Around a driver's own pages (ruling AMB-32). Light: they open on a phone on the road. */
export function DriverFrame() {
  const { driver } = useRouteContext({ from: '/driver' })
  const signOut = useSignOut()
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to={paths.driver} aria-label="My Orders" className={classes.home}>
          <Mark />
        </Link>
        <span className={classes.name}>{driver.displayName}</span>
        <Link to={paths.driverAccount} className={buttonClass({ kind: 'quiet', size: 'sm' })}>
          My account
        </Link>
        <PushButton size="sm" onClick={signOut}>
          Sign out
        </PushButton>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
