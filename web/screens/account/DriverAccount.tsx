import { useRouteContext } from '@tanstack/react-router'
import { useTitle } from '../../parts/use-title.ts'
import { OwnAccount } from './OwnAccount.tsx'

/** The same for those who have no dashboard. */
export function DriverAccount() {
  useTitle('My account')
  const { driver } = useRouteContext({ from: '/driver/account' })
  return <OwnAccount title="My account" email={driver.email} sessionEnds="after 90 days without use" />
}
