import { useState } from 'react'
import {
  type Account,
  accounts,
  type Invited,
  invitations,
  type Organisation,
} from '#contract/organisations.ts'
import { comingText, grantName } from '#domain/people/account-showing.ts'
import { linkText } from '#domain/people/member-showing.ts'
import { useNow } from '../../../parts/use-now.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { bringIntoView } from '../../../ui/focus.ts'
import { AccountsGrant, type Chosen } from './AccountsGrant.tsx'
import classes from './AccountsPeople.module.css'
import { sourceOf } from './account-columns.tsx'
import { useAccountAct } from './use-account-act.ts'

/** Who signs in for it, and what each of them may. */
export function AccountsPeople({ organisation }: { organisation: Organisation }) {
  const { id, accounts: theirs, invitations: invited } = organisation
  return (
    <>
      {theirs.length === 0 && <p className="dim">Nobody can sign in for it yet.</p>}
      <ul className="stack">
        {theirs.map((account) => (
          <Person key={account.id} account={account} organisation={organisation} />
        ))}
        {invited.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} id={id} />
        ))}
      </ul>
    </>
  )
}

/** Nobody is in by it until whose it is has joined. */
function Invitation({ invitation, id }: { invitation: Invited; id: string }) {
  const { busy, act } = useAccountAct()
  const now = useNow(60_000)
  const emailAt = `invitation-${invitation.id}`
  const about = { size: 'xs', 'aria-describedby': emailAt } as const
  const input = { id, invitationId: invitation.id }
  return (
    <li className={`wrap ends ${classes.person} ${classes.line}`}>
      <div className={`small stack shrinks ${classes.who}`}>
        <strong>
          <bdi>{invitation.name}</bdi>
        </strong>
        <bdi id={emailAt} className="breaks">
          {invitation.email}
        </bdi>
        <span className="dim">
          {grantName(invitation)}, invited to join. {linkText(invitation.endsAt, now)}
        </span>
      </div>
      <div className="wrap gap-8">
        <PushButton
          {...about}
          loading={busy === 'again'}
          onClick={() => void act('again', invitations.inviteAgain, input, { done: 'Invitation Sent' })}
        >
          Send again
        </PushButton>
        <PushButton
          {...about}
          loading={busy === 'withdraw'}
          onClick={() => void act('withdraw', invitations.withdraw, input, { done: 'Invitation Withdrawn' })}
        >
          Withdraw
        </PushButton>
      </div>
    </li>
  )
}

function Person({ account, organisation }: { account: Account; organisation: Organisation }) {
  const { id } = organisation
  const { busy, act } = useAccountAct()
  const [isChanging, setIsChanging] = useState(false)
  const emailAt = `account-${account.id}`
  const changeAt = `change-${account.id}`
  const input = { id, accountId: account.id }

  async function change(chosen: Chosen) {
    const answer = await act('grant', accounts.grant, { ...input, ...chosen }, { done: 'Account Changed' })
    if (answer) close()
  }

  function close() {
    setIsChanging(false)
    document.getElementById(changeAt)?.focus()
  }

  return (
    <li className={`stack gap-12 ${classes.person}`}>
      <div className={`wrap ends ${classes.line}`}>
        <div className={`small stack shrinks ${classes.who}`}>
          <strong>
            <bdi>{account.name}</bdi>
          </strong>
          <bdi id={emailAt} className="breaks">
            {account.email}
          </bdi>
          <span className="dim">
            {grantName(account)}, {sourceOf(account)}
            {account.openSessions > 0 && ', signed in now'}
          </span>
          <span className="dim figures">{comingText(account)}</span>
          {account.isStopped && <span className="dim">Stopped by the organisation’s own admins.</span>}
          {account.alsoAt.length > 0 && <span className="dim">Also of {account.alsoAt.join(', ')}.</span>}
        </div>
        <div className="wrap gap-8">
          {!account.hasPassword && (
            <PushButton
              size="xs"
              aria-describedby={emailAt}
              loading={busy === 'invite'}
              onClick={() => void act('invite', accounts.invite, input, { done: 'Invitation Sent' })}
            >
              Invite again
            </PushButton>
          )}
          {!account.isProved && (
            <PushButton
              size="xs"
              aria-describedby={emailAt}
              loading={busy === 'prove'}
              onClick={() => void act('prove', accounts.prove, input, { done: 'E-mail Marked As Proved' })}
            >
              Mark e-mail as proved
            </PushButton>
          )}
          <PushButton
            id={changeAt}
            size="xs"
            aria-describedby={emailAt}
            aria-expanded={isChanging}
            onClick={() => setIsChanging(!isChanging)}
          >
            Change
          </PushButton>
        </div>
      </div>
      {isChanging && (
        <Change
          account={account}
          kind={organisation.kind}
          isBusy={busy === 'grant'}
          onSave={change}
          onCancel={close}
        />
      )}
    </li>
  )
}

function Change(props: {
  account: Account
  kind: Organisation['kind']
  isBusy: boolean
  onSave: (chosen: Chosen) => void
  onCancel: () => void
}) {
  const { account, kind, isBusy, onSave, onCancel } = props
  const [chosen, setChosen] = useState<Chosen>(account)
  const isSame = account.isGranted && chosen.product === account.product && chosen.role === account.role
  return (
    <form
      ref={bringIntoView}
      className={`stack gap-16 well ${classes.change}`}
      aria-label={`Change ${account.email}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame) onSave({ product: chosen.product, role: chosen.role })
      }}
    >
      <AccountsGrant kind={kind} value={chosen} onChange={setChosen} />
      <div className="wrap gap-8">
        <PushButton
          type="submit"
          size="sm"
          kind="ink"
          disabled={isSame}
          loading={isBusy}
          loadingLabel="Saving"
        >
          Save
        </PushButton>
        <PushButton size="sm" onClick={onCancel}>
          Leave it
        </PushButton>
      </div>
    </form>
  )
}
