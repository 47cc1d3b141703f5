import { useQuery } from '@tanstack/react-query'
import { people } from '#contract/people.ts'
import { ask } from '../../api/queries.ts'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import { PasswordPart } from './PasswordPart.tsx'
import { SecondFactorPart } from './SecondFactorPart.tsx'
import { SessionsPart } from './SessionsPart.tsx'

type OwnAccountProps = { title: string; email: string; sessionEnds?: string }

/** What everybody can see and change about their own account. */
export function OwnAccount({ title, email, sessionEnds = 'after 12 hours' }: OwnAccountProps) {
  // other devices change it too, and nobody is told of that
  const account = useQuery({ ...ask(people.ownAccount, {}), refetchOnMount: 'always' })
  return (
    <>
      <PageHead title={title} line={<bdi>{email}</bdi>} />
      <PasswordPart />
      <SecondFactorPart account={account} />
      <SessionsPart ends={sessionEnds} />
    </>
  )
}
