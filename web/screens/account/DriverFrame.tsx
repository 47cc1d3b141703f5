import { Outlet, useRouteContext } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/fields/PushButton.tsx'
import { Mark } from '../../ui/frame/Mark.tsx'
import classes from './DriverFrame.module.css'

/**
 * Around a driver's account. The orders are a page of their own (ruling AMB-32), and who signs out does it there: it
 * knows what waits to be sent, and takes the orders off the phone.
 */
export function DriverFrame() {
  const { driver } = useRouteContext({ from: '/driver/account' })
  return (
    <div className={classes.page}>
      <header className={`row gap-12 ${classes.bar}`}>
        <span className={classes.mark}>
          <Mark />
        </span>
        <span className="strong breaks fill">{driver.displayName}</span>
        <a href={paths.driver} className={buttonClass({ size: 'sm' })}>
          My Orders
        </a>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
