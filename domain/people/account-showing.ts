import { showDateTime } from '../basics/time.ts'
import { type EventKind, events } from '../events/events.ts'
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
  kind: EventKind
  from: string | null
  to: string | null
  grant: string | null
  /** What else there is to say: the device, the collection. */
  about: string | null
}

/** One line of the history. */
export function accountEventText({ kind, from, to, grant, about }: Told): string {
  const { words } = events[kind]
  if (grant) return `${words} as ${comma(grant)}`
  if (kind === 'account-granted') return `${words} from ${comma(from)} to ${comma(to)}`
  if (kind === 'account-added') return `${words} as ${comma(to)}`
  return about ? `${words} (${about})` : words
}

/** `pilot admin` as it is read. */
const comma = (grant: string | null): string => (grant ?? 'nothing').replace(' ', ', ')

/** As People says it: `Second factor on, last sign-in 9 Nov 2026, 5:40 pm`. */
export const comingText = (account: { hasSecondFactor: boolean; lastSignInAt: Date | null }): string =>
  `Second factor ${account.hasSecondFactor ? 'on' : 'off'}, ${
    account.lastSignInAt ? `last sign-in ${showDateTime(account.lastSignInAt)}` : 'never signed in'
  }`
