import type { Account, Organisation } from '#contract/organisations.ts'
import { showDate } from '#domain/basics/time.ts'
import { grantName } from '#domain/people/account-showing.ts'
import { kindName } from '#domain/people/granting.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { AccountsBadge } from './AccountsBadge.tsx'
import classes from './account-columns.module.css'

type Open = (organisation: Organisation) => void

export const accountColumns = (open: Open): Column<Organisation>[] => [
  { title: 'Organisation', width: 250, cell: (organisation) => <Name organisation={organisation} /> },
  { title: 'Status', width: 172, firm: true, cell: (organisation) => <Status organisation={organisation} /> },
  { title: 'Accounts', cell: ({ accounts }) => <People accounts={accounts} /> },
  { title: 'Since', width: 108, cell: ({ createdAt }) => <Since at={createdAt} /> },
  { title: 'Action', width: 96, cell: (organisation) => <OpenButton {...{ organisation, open }} /> },
]

const nameAt = ({ id }: Pick<Organisation, 'id'>): string => `organisation-${id}`

const Name = ({ organisation }: { organisation: Organisation }) => (
  <div className="breaks stack">
    <strong id={nameAt(organisation)}>
      <bdi>{organisation.name}</bdi>
    </strong>
    <span className={`dim ${classes.dim}`}>
      {organisation.id}, {kindName[organisation.kind]}
    </span>
  </div>
)

const Status = ({ organisation }: { organisation: Organisation }) => (
  <>
    <AccountsBadge status={organisation.accountStatus} />
    {!organisation.isListed && <div className={`dim ${classes.dim}`}>typed by hand</div>}
  </>
)

function People({ accounts }: { accounts: readonly Account[] }) {
  if (accounts.length === 0) return <span className={`dim ${classes.dim}`}>No account yet</span>
  return (
    <ul className={classes.people}>
      {accounts.map((account) => (
        <li key={account.id}>
          <bdi className={classes.email}>{account.email}</bdi>{' '}
          <span className={`dim ${classes.dim}`}>
            {grantName(account)}, {sourceOf(account)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Where its rights come from, and whether anybody can sign in with it yet. */
export const sourceOf = ({ isGranted, hasPassword, isProved }: Account): string =>
  [
    isGranted ? 'granted' : 'as its e-mail reads',
    ...(hasPassword ? [] : ['invited']),
    ...(isProved ? [] : ['e-mail not proved yet']),
  ].join(', ')

const Since = ({ at }: { at: Date }) => (
  <time className="dim figures nowrap" dateTime={at.toISOString()}>
    {showDate(at)}
  </time>
)

const OpenButton = ({ organisation, open }: { organisation: Organisation; open: Open }) => (
  <ActionButton
    label={organisation.accountStatus === 'pending' ? 'Verify' : 'Manage'}
    describedBy={nameAt(organisation)}
    onClick={() => open(organisation)}
  />
)

export const AccountsCard = ({ organisation, open }: { organisation: Organisation; open: Open }) => (
  <article className={`stack gap-8 large ${classes.card}`} aria-labelledby={nameAt(organisation)}>
    <div className={`ends gap-12 ${classes.top}`}>
      <Name organisation={organisation} />
      <AccountsBadge status={organisation.accountStatus} />
    </div>
    <People accounts={organisation.accounts} />
    <OpenButton organisation={organisation} open={open} />
  </article>
)
