import type { AccountStatus } from './actor.ts'
import type { Product, Role } from './roles.ts'

/** What the provider reads on the Accounts screen. */
export const statusName: Record<AccountStatus, string> = {
  pending: 'pending',
  active: 'active',
  'subscription-ended': 'subscription ended',
  suspended: 'suspended',
}

export const productName: Record<Product, string> = {
  admin: 'Provider',
  pilot: 'Pilot',
  plus: 'Plus',
  bloodbank: 'Blood bank',
}

export const roleName: Record<Role, string> = { admin: 'Admin', staff: 'Staff' }

export const grantName = ({ product, role }: { product: Product; role: Role }): string =>
  `${productName[product]}, ${roleName[role].toLowerCase()}`

/** What changing a status to this one is called, what it does, and what is said when it is done. */
export const statusActs: Record<
  Exclude<AccountStatus, 'pending'>,
  { act: string; effect: string; done: string }
> = {
  active: {
    act: 'Reinstate',
    effect: 'Its people can sign in and work as before.',
    done: 'Reinstated',
  },
  'subscription-ended': {
    act: 'Mark subscription ended',
    effect:
      'Its people work on and are told to renew it, at every approval too. Approving stops only where that is chosen here.',
    done: 'Subscription Ended',
  },
  suspended: {
    act: 'Suspend',
    effect: 'Its people are signed out at once and cannot sign in until it is reinstated.',
    done: 'Suspended',
  },
}

type Told = {
  kind: string
  from: string | null
  to: string | null
  grant: string | null
  /** What else there is to say: the device, the collection. */
  about: string | null
}

/** One line of the history; a kind without words of its own is told by its name. */
export function accountEventText({ kind, from, to, grant, about }: Told): string {
  const words = eventWords[kind] ?? kind.replaceAll('-', ' ')
  if (grant) return `${words} as ${comma(grant)}`
  if (kind === 'account-granted') return `${words} from ${comma(from)} to ${comma(to)}`
  if (kind === 'account-added') return `${words} as ${comma(to)}`
  return about ? `${words} (${about})` : words
}

const eventWords: Record<string, string> = {
  'organisation-activated': 'Activated',
  'organisation-suspended': 'Suspended',
  'organisation-reinstated': 'Reinstated',
  'subscription-ended': 'Subscription marked as ended',
  'ended-subscription-blocks': 'An ended subscription stops approving',
  'ended-subscription-is-told': 'An ended subscription is a notice alone',
  'bank-added': 'Typed by hand while an order was linked',
  'bank-offered': 'Offered for linking',
  'hospital-signed-up': 'Signed up',
  'sign-up-purged': 'Removed, because nobody proved the e-mail',
  'account-added': 'Account added',
  'organisation-imported': 'Imported',
  'account-reset-asked': 'Link for a new password made',
  'account-granted': 'Account changed',
  'account-invited': 'Invited again',
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'sign-in-limited': 'Too many wrong passwords or codes: made to wait',
  'password-reset-asked': 'Asked for a link to set a new password',
  'password-reset': 'New password set with the link; every session ended',
  'documents-exported': 'Documents read for export',
  'mailbox-proved': 'E-mail proved',
  'mailbox-proof-asked': 'Link to prove the e-mail sent again',
  'password-changed': 'Password changed',
  'sessions-ended': 'Sessions ended',
  'second-factor-added': 'Second factor added',
  'second-factor-removed': 'Second factor switched off',
  'backup-code-used': 'Signed in with a backup code',
}

/** `pilot admin` as it is read. */
const comma = (grant: string | null): string => (grant ?? 'nothing').replace(' ', ', ')
