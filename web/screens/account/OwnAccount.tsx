import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { people } from '#contract/people.ts'
import { type Member, mayListen } from '#domain/people/actor.ts'
import { ask } from '../../api/queries.ts'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import { EmailPart } from './EmailPart.tsx'
import { HearingPart } from './HearingPart.tsx'
import { NamePart } from './NamePart.tsx'
import { OrganisationsPart } from './OrganisationsPart.tsx'
import classes from './OwnAccount.module.css'
import { PasswordPart } from './PasswordPart.tsx'
import { RingingPart } from './RingingPart.tsx'
import { SecondFactorPart } from './SecondFactorPart.tsx'
import { SessionsPart } from './SessionsPart.tsx'

type OwnAccountProps = { title: string; email: string; member?: Member; sessionEnds?: string }

/** What everybody can see and change about their own account. */
export function OwnAccount({ title, email, member, sessionEnds = 'after 12 hours' }: OwnAccountProps) {
  // other devices change it too, and nobody is told of that
  const account = useQuery({ ...ask(people.ownAccount, {}), refetchOnMount: 'always' })
  useGoToHear()
  return (
    <>
      <PageHead title={title} line={<bdi>{email}</bdi>} />
      {member && <NamePart member={member} />}
      {member && <EmailPart email={email} hasSecondFactor={account.data?.hasSecondFactor ?? false} />}
      <OrganisationsPart />
      <PasswordPart />
      <SecondFactorPart account={account} />
      {member && mayListen(member) && <RingingPart />}
      <SessionsPart ends={sessionEnds} />
      {(!member || mayListen(member)) && (
        <div id={hear} className={classes.hear}>
          <HearingPart />
        </div>
      )}
    </>
  )
}

const hear = 'hear'

/** Whoever came for What I hear sees it: once all above it has come, and does not push it away any more. */
function useGoToHear() {
  const isQuiet = useIsFetching() === 0
  const isDone = useRef(false)
  useEffect(() => {
    if (!isQuiet || isDone.current || location.hash !== `#${hear}`) return
    isDone.current = true
    document.getElementById(hear)?.scrollIntoView()
  }, [isQuiet])
}
