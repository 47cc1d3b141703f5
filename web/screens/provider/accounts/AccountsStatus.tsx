import { type FormEvent, type ReactNode, useState } from 'react'
import { accounts, type Organisation } from '#contract/organisations.ts'
import { statusActs } from '#domain/people/account-showing.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { accountToGrant, grantsFor, statusesAfter } from '#domain/people/granting.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { focusOn } from '../../../ui/focus.ts'
import { AccountsGrant, type Chosen } from './AccountsGrant.tsx'
import classes from './AccountsStatus.module.css'
import { useAccountAct } from './use-account-act.ts'

type Next = Exclude<AccountStatus, 'pending'>

/** Activating, suspending, reinstating; what shuts people out is asked twice. */
export function AccountsStatus({ organisation }: { organisation: Organisation }) {
  const { id, accountStatus, kind, isListed } = organisation
  const { busy, act } = useAccountAct()
  const [asked, setAsked] = useState<Next | null>(null)
  const offered = statusesAfter(organisation) as Next[]

  const set = (status: Next) =>
    act(status, accounts.setStatus, { id, status, seen: accountStatus }, { done: statusActs[status].done })

  if (asked)
    return (
      <Confirmation
        organisation={organisation}
        status={asked}
        isBusy={busy === asked}
        onYes={() => void set(asked)}
        onNo={() => {
          setAsked(null)
          focusOn(idOf(asked))
        }}
      />
    )

  const buttons = (
    <>
      {offered.map((status) => (
        <PushButton
          key={status}
          id={idOf(status)}
          size="sm"
          loading={busy === status}
          onClick={() => (status === 'active' ? void set(status) : setAsked(status))}
        >
          {statusActs[status].act}
        </PushButton>
      ))}
      {!isListed && (
        <PushButton
          size="sm"
          loading={busy === 'offer'}
          onClick={() => void act('offer', accounts.offer, { id }, { done: 'Offered for Linking' })}
        >
          Offer for linking
        </PushButton>
      )}
    </>
  )
  if (accountStatus === 'pending' && kind === 'hospital')
    return <Activation organisation={organisation}>{buttons}</Activation>
  return <div className="wrap gap-8">{buttons}</div>
}

function Activation({ organisation, children }: { organisation: Organisation; children: ReactNode }) {
  const { id, namesakes } = organisation
  const { busy, act } = useAccountAct()
  const [chosen, setChosen] = useState<Chosen>(grantsFor.hospital[0] as Chosen)
  const account = accountToGrant(organisation, organisation.accounts)

  function activate(event: FormEvent) {
    event.preventDefault()
    const { role } = chosen
    const product = chosen.product === 'plus' ? 'plus' : 'pilot'
    void act('activate', accounts.activate, { id, product, role }, { done: 'Activated' })
  }

  return (
    <form className="stack gap-16" aria-label="Activate" onSubmit={activate}>
      {namesakes.length > 0 && (
        <Notice kind="warning">
          This name is also that of <bdi className="medium breaks ink">{namesakes.join(', ')}</bdi>. Please
          make sure who signed up before you activate it.
        </Notice>
      )}
      <p className="dim">
        {account ? (
          <>
            Once it is verified, <bdi className="medium breaks ink">{account.email}</bdi> can work as:
          </>
        ) : (
          'It has no account yet; one can be added below.'
        )}
      </p>
      <AccountsGrant kind="hospital" value={chosen} onChange={setChosen} />
      {account && !account.isProved && (
        <p className="dim">
          E-mail not proved yet. You can activate the hospital all the same: the account waits until the link
          in its mail was opened, or until you mark the e-mail as proved below, if you know whose it is.
        </p>
      )}
      <div className="wrap gap-8">
        <PushButton
          type="submit"
          kind="primary"
          size="sm"
          loading={busy === 'activate'}
          loadingLabel="Saving"
        >
          Activate
        </PushButton>
        {children}
      </div>
    </form>
  )
}

function Confirmation(props: {
  organisation: Organisation
  status: Next
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const { organisation, status, isBusy, onYes, onNo } = props
  const { act, effect } = statusActs[status]
  const sessions = organisation.accounts.reduce((sum, { openSessions }) => sum + openSessions, 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={`stack gap-12 warning ${classes.asked}`} role="group" aria-label={act}>
      <p>
        {effect}
        {status === 'suspended' && sessions > 0 && ` ${inWords(sessions)} now.`}
      </p>
      <div className="wrap gap-8">
        <PushButton size="sm" kind="ink" loading={isBusy} loadingLabel="Saving" autoFocus onClick={onYes}>
          {act} now
        </PushButton>
        <PushButton size="sm" onClick={onNo}>
          Leave it
        </PushButton>
      </div>
    </div>
  )
}

const idOf = (status: Next): string => `status-${status}`

const inWords = (sessions: number): string =>
  sessions === 1 ? '1 session is open' : `${sessions} sessions are open`
