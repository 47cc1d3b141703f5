import { Outlet, useRouteContext } from '@tanstack/react-router'
import { useSignOut } from '../../parts/use-sign-out.ts'
import { paths } from '../../paths.ts'
import { Mark } from '../../ui/Mark.tsx'
import { buttonClass, PushButton } from '../../ui/PushButton.tsx'
import classes from './DriverFrame.module.css'

/** Around a driver's account. The orders are a page of their own (ruling AMB-32). */
export function DriverFrame() {
  const { driver } = useRouteContext({ from: '/driver/account' })
  const signOut = useSignOut()
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.mark}>
          <Mark />
        </span>
        <span className={classes.name}>{driver.displayName}</span>
        <a href={paths.driver} className={buttonClass({ kind: 'quiet', size: 'sm' })}>
          My Orders
        </a>
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
