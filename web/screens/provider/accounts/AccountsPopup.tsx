import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { accounts, type Organisation } from '#contract/organisations.ts'
import { showDate } from '#domain/basics/time.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { kindName } from '#domain/people/granting.ts'
import { useLive } from '../../../api/queries.ts'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { AccountsAdd } from './AccountsAdd.tsx'
import { AccountsBadge } from './AccountsBadge.tsx'
import { AccountsBlock } from './AccountsBlock.tsx'
import { AccountsHistory } from './AccountsHistory.tsx'
import { AccountsPeople } from './AccountsPeople.tsx'
import classes from './AccountsPopup.module.css'
import { AccountsStatus } from './AccountsStatus.tsx'

type AccountsPopupProps = {
  /** As the list showed it; it is followed from there on. Null until one was opened. */
  organisation: Organisation | null
  opened: boolean
  onClose: () => void
}

/** One hospital or bank: what it is, whether it may work, who signs in for it, and what was done to it. */
export function AccountsPopup({ organisation: seen, opened, onClose }: AccountsPopupProps) {
  const followed = useLive(accounts.show, { id: seen?.id ?? '' }, { enabled: opened && seen !== null })
  // until the first answer there may still be that of another one
  const organisation = followed.data?.id === seen?.id ? (followed.data ?? seen) : seen
  const status = useFocusAfter(organisation?.accountStatus)
  // there before it is opened: it gives the focus back to where it was then
  if (!organisation)
    return (
      <Popup opened={false} onClose={onClose} title="">
        {null}
      </Popup>
    )
  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title={organisation.name}
      subject={organisation.id}
      line={`A ${kindName[organisation.kind]}, on the books since ${showDate(organisation.createdAt)}`}
      right={<AccountsBadge status={organisation.accountStatus} />}
    >
      <div key={organisation.id}>
        <Facts organisation={organisation} />
        <Section title="Status" ref={status}>
          <AccountsStatus key={organisation.accountStatus} organisation={organisation} />
          {hasSubscription(organisation) && <AccountsBlock organisation={organisation} />}
        </Section>
        <Section title="Accounts">
          <AccountsPeople organisation={organisation} />
          <div className={classes.add}>
            <AccountsAdd organisation={organisation} />
          </div>
        </Section>
        <Section title="History">
          <AccountsHistory id={organisation.id} />
        </Section>
        <Section title="Sign-ins and exports">
          <AccountsHistory id={organisation.id} isOfPeople />
        </Section>
      </div>
    </Popup>
  )
}

/** One that waits to be verified has none yet. */
const hasSubscription = ({ kind, accountStatus }: Organisation): boolean =>
  kind === 'hospital' && accountStatus !== 'pending'

function Facts({ organisation }: { organisation: Organisation }) {
  const { address, phones, email, referenceBankId } = organisation
  const facts = [
    ['Address', address],
    ['Phone', phones.join(', ')],
    ['E-mail', email],
    ...(referenceBankId === null ? [] : [['Came through', referenceBankId]]),
  ] as const
  return (
    <dl className={`small stack ${classes.facts}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value || '-'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The pressed button is gone after the change; the part around it gets the focus, not the top of the page. */
function useFocusAfter(status: AccountStatus | undefined) {
  const place = useRef<HTMLElement>(null)
  const last = useRef(status)
  useEffect(() => {
    const isLost = document.activeElement?.matches('body, [role="dialog"]')
    if (last.current !== status && isLost) place.current?.focus()
    last.current = status
  }, [status])
  return place
}

type SectionProps = { title: string; ref?: Ref<HTMLElement>; children: ReactNode }

const Section = ({ title, ref, children }: SectionProps) => (
  <section ref={ref} className={classes.section} aria-label={title} tabIndex={-1}>
    <h3 className={`heading ${classes.title}`}>{title}</h3>
    {children}
  </section>
)
