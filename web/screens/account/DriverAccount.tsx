import { useRouteContext } from '@tanstack/react-router'
import { useTitle } from '../../parts/use-title.ts'
import { AccountScreen } from './AccountScreen.tsx'

/** The same for those who have no dashboard. */
export function DriverAccount() {
  useTitle('My account')
  const { driver } = useRouteContext({ from: '/driver' })
  return <AccountScreen title="My account" email={driver.email} />
}
