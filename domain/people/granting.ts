import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { type AccountStatus, accountStatuses } from './actor.ts'
import { memberWords } from './member-acts.ts'
import { isEmail } from './passwords.ts'
import { driverWords, isReserved } from './registering.ts'
import { type Grant, grantFromEmail, type Product, type Role, supportName } from './roles.ts'

export type PlaceKind = 'hospital' | 'bank'
export type Place = { id: string; kind: PlaceKind; accountStatus: AccountStatus }

/** What the provider reads when an account or an organisation cannot be changed so. */
export const accountWords = {
  'provider-stays': { title: 'Not Possible', text: 'The provider itself cannot be suspended or changed.' },
  'changed-meanwhile': {
    title: 'Changed Meanwhile',
    text: 'Somebody else changed it: it is {status} now. Please look at it again.',
    conflict: true,
  },
  'never-pending': {
    title: 'Not Possible',
    text: 'Pending is how a hospital begins. Suspend it to keep it out.',
  },
  'activate-first': {
    title: 'Activate It First',
    text: 'This hospital waits for verification. Activate it with a product and a role for its account.',
  },
  'not-pending': {
    title: 'Already Decided',
    text: 'This hospital does not wait for verification: it is {status}.',
    conflict: true,
  },
  'no-subscription': { title: 'Not Possible', text: 'A blood bank has no subscription that could end.' },
  'reinstate-first': { title: 'Reinstate It First', text: 'It is suspended. Reinstate it first.' },
  'hospitals-only': { title: 'Not Possible', text: 'Only a hospital is activated.' },
  'grant-unfit': { title: 'Does Not Fit', text: 'An account of a {kind} cannot be {product}, {role}.' },
  'name-empty': { title: 'Form Incomplete', text: 'Please say whose account it is.' },
  'email-invalid': { title: 'Invalid Email', text: 'Please check the e-mail address.' },
  'email-reserved': driverWords['email-reserved'],
  'email-in-use': driverWords['email-in-use'],
  'already-here': {
    title: 'Already Here',
    text: '{email} acts for {place} already. What it may do is changed in the list above, by Change.',
    conflict: true,
  },
  'already-invited': memberWords['already-invited'],
  'has-account': {
    title: 'Has An Account',
    text: '{email} has an account already, and needs no other. Invite it to join {place}: whose it is joins by the link in the mail, and keeps the password.',
    conflict: true,
  },
  'is-driver': {
    title: 'A Driver’s Account',
    text: '{email} is the account of a driver, who can be nothing else. Please use another address.',
    conflict: true,
  },
  'not-open': {
    title: 'Not Invited',
    text: '{place} cannot be joined while it is {status}. Activate or reinstate it first.',
  },
  'already-proved': {
    title: 'Already Proved',
    text: 'The e-mail address of this account is proved already.',
    conflict: true,
  },
  'has-password': {
    title: 'Already Set Up',
    text: 'This account has set its password. Forgot Password on the sign-in page sends a new link.',
    conflict: true,
  },
} satisfies Record<string, Wording>
export type AccountRefusal = Refusal<keyof typeof accountWords>

/** What an account of such an organisation can be, the likeliest first (rulings AMB-147, AMB-286). */
export const grantsFor: Record<PlaceKind, readonly { product: Product; role: Role }[]> = {
  hospital: [
    { product: 'pilot', role: 'admin' },
    { product: 'pilot', role: 'staff' },
    { product: 'plus', role: 'admin' },
    { product: 'plus', role: 'staff' },
  ],
  bank: [
    { product: 'bloodbank', role: 'admin' },
    { product: 'bloodbank', role: 'staff' },
  ],
}

export const fits = (kind: PlaceKind, { product }: Pick<Grant, 'product'>): boolean =>
  grantsFor[kind].some((one) => one.product === product)

export function whyNotGrant(kind: PlaceKind, grant: Pick<Grant, 'product' | 'role'>): AccountRefusal | null {
  const { product, role } = grant
  const isOffered = grantsFor[kind].some((one) => one.product === product && one.role === role)
  return isOffered ? null : no('grant-unfit', 'product', { kind: kindName[kind], product, role })
}

export const kindName: Record<PlaceKind, string> = { hospital: 'hospital', bank: 'blood bank' }

/** Which status may follow which; a hospital leaves pending by its activation or by being kept out. */
const next: Record<AccountStatus, readonly AccountStatus[]> = {
  pending: ['suspended'],
  active: ['suspended', 'subscription-ended'],
  'subscription-ended': ['active', 'suspended'],
  suspended: ['active'],
}

/** `seen` is the status that whoever asks had before their eyes. */
export function whyNotSetStatus(
  place: Place,
  status: AccountStatus,
  seen: AccountStatus,
): AccountRefusal | null {
  if (place.id === supportName) return no('provider-stays')
  if (place.accountStatus !== seen || place.accountStatus === status)
    return no('changed-meanwhile', 'status', { status: place.accountStatus })
  if (status === 'pending') return no('never-pending', 'status')
  if (status === 'subscription-ended' && place.kind === 'bank') return no('no-subscription', 'status')
  if (next[place.accountStatus].includes(status)) return null
  // a bank needs no choice of product: to be active is all its activation is
  if (place.accountStatus === 'pending' && place.kind === 'bank' && status === 'active') return null
  return no(place.accountStatus === 'pending' ? 'activate-first' : 'reinstate-first', 'status')
}

/** Whether an ended subscription stops approving is chosen for whoever can have one (ruling AMB-215). */
export const whyNotSetBlock = ({ kind }: Pick<Place, 'kind'>): AccountRefusal | null =>
  kind === 'hospital' ? null : no('no-subscription')

/** What may be done with it now, for the buttons. */
export const statusesAfter = (place: Place): AccountStatus[] =>
  accountStatuses.filter((status) => whyNotSetStatus(place, status, place.accountStatus) === null)

export function whyNotActivate(place: Place, grant: Pick<Grant, 'product' | 'role'>): AccountRefusal | null {
  if (place.kind !== 'hospital') return no('hospitals-only')
  if (place.accountStatus !== 'pending') return no('not-pending', 'status', { status: place.accountStatus })
  return whyNotGrant('hospital', grant)
}

/** The account that an activation is for: the one that signed the hospital up, else the first that nobody chose for. */
export function accountToGrant<Account extends { email: string; isGranted: boolean }>(
  place: { email: string },
  accounts: readonly Account[],
): Account | undefined {
  return accounts.find(({ email }) => email === place.email) ?? accounts.find(({ isGranted }) => !isGranted)
}

/** Why an address that has an account gets no second one, and what to do instead. */
export function whyNotSecond(
  email: string,
  place: string,
  { isHere, isDriver }: { isHere: boolean; isDriver: boolean },
): AccountRefusal {
  if (isHere) return no('already-here', 'email', { email, place })
  return isDriver ? no('is-driver', 'email', { email }) : no('has-account', 'email', { email, place })
}

/** What the provider's invitation needs besides the rule of all (`whyNotInvite`): a link that could be used. */
export function whyNotInviteInto(
  place: Place & { name: string },
  grant: Pick<Grant, 'product' | 'role'>,
): AccountRefusal | null {
  const { name, accountStatus: status } = place
  return isOpenToJoin(status)
    ? whyNotGrant(place.kind, grant)
    : no('not-open', undefined, { place: name, status })
}

/** Whoever waits for the provider, or was shut out by it, takes nobody in. */
export const isOpenToJoin = (status: AccountStatus): boolean =>
  status === 'active' || status === 'subscription-ended'

/** Whoever has a link to join already needs no account by another: two mails, and the later one would decide. */
export const whyNotBeside = (invited: readonly { email: string }[], email: string): AccountRefusal | null =>
  invited.some((one) => one.email === email.trim().toLowerCase()) ? no('already-invited', 'email') : null

/**
 * `isOnTheBooks`: whether the hospital or bank that the e-mail reads as exists. An address of the organisation itself
 * is fine; one that would be somebody else without its grant is not.
 */
export function whyNotAddAccount(
  account: { name: string; email: string } & Pick<Grant, 'product' | 'role'>,
  place: Place,
  isOnTheBooks: boolean,
): AccountRefusal | null {
  if (isBlank(account.name)) return no('name-empty', 'name')
  if (!isEmail(account.email)) return no('email-invalid', 'email')
  if (!readsAs(place, account.email) && isReserved(account.email, isOnTheBooks))
    return no('email-reserved', 'email')
  return whyNotGrant(place.kind, account)
}

export function readsAs(place: Place, email: string): boolean {
  const { product, organisationId } = grantFromEmail(email)
  return organisationId === place.id && (place.kind === 'bank' || product !== 'bloodbank')
}
