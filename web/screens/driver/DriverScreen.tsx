import { NotBuiltYet } from '../../parts/NotBuiltYet.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { PageHead } from '../../ui/PageHead.tsx'

export function DriverScreen() {
  useTitle('My Orders')
  return (
    <>
      <PageHead title="My Orders" />
      <NotBuiltYet />
    </>
  )
}
