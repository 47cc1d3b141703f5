import { Link } from '@tanstack/react-router'
import { people } from '#contract/people.ts'
import { useLive } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** For accounts that see every hospital: one password should not be all that protects them. */
export function SecondFactorReminder() {
  const { data } = useLive(people.ownAccount, {})
  if (!data || data.hasSecondFactor) return null
  return (
    <Notice kind="warning">
      Your password alone opens every hospital's data. <Link to={paths.account}>Add a second factor</Link> to
      your account.
    </Notice>
  )
}
