import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import { hours } from '../basics/time.ts'
import { linkHours } from '../messages/resending.ts'
import { personIn } from './doer.ts'
import { isEmail, whyNotPassword } from './passwords.ts'
import type { Role } from './roles.ts'
import { peopleWords } from './words.ts'

/** Ruling AMB-287: as long as an invitation's link works. */
export const invitedFor = hours(linkHours.invitation)

/** What is read where somebody cannot be invited into an organisation, or stopped, let in or changed there so. */
export const memberWords = {
  'name-empty': { title: 'Not Invited', text: 'Please say whom you invite.' },
  'email-invalid': { title: 'Not Invited', text: 'Please check the e-mail address.' },
  'invites-self': { title: 'Not Invited', text: 'This is your own address: nobody invites themselves.' },
  'already-here': {
    title: 'Not Invited',
    text: 'Somebody with this address acts for {place} already.',
    conflict: true,
  },
  'already-invited': {
    title: 'Not Invited',
    text: 'This address was invited already. Send that invitation again instead.',
    conflict: true,
  },
  'was-stopped': {
    title: 'Not Invited',
    text: 'Whoever has this address was stopped at {place}. An admin there lets them in again, on People.',
    conflict: true,
  },
  'stops-self': {
    title: 'Not Stopped',
    text: 'You cannot stop yourself. Another admin of {place} can.',
  },
  'last-admin': {
    title: 'Not Changed',
    text: 'This is the last admin of {place}. Make somebody else an admin first.',
  },
  'stopped-already': { title: 'Stopped Already', text: 'They were stopped meanwhile.', conflict: true },
  'not-stopped': { title: 'Not Stopped', text: 'They are let in already.', conflict: true },
  'let-in-first': {
    title: 'Not Changed',
    text: 'They are stopped. Let them in again first.',
    conflict: true,
  },
  'role-changed': {
    title: 'Changed Meanwhile',
    text: 'Somebody else changed it: they are {role} now.',
    conflict: true,
  },
} satisfies Record<string, Wording>
export type MemberRefusal = Refusal<keyof typeof memberWords>

/** Somebody of the organisation, by a grant or by their e-mail. */
export type Colleague = {
  accountId: string
  email: string
  role: Role
  isStopped: boolean
  /** Invited by the provider, and without one nobody can sign in. */
  hasPassword: boolean
}
/** Whoever acts, its own admin or the provider, and what the organisation is called. */
export type PlaceAdmin = { accountId: string; email: string; displayName: string }

export type InvitationDraft = { name: string; email: string; role: Role }

/** What of it is known before the server is asked. */
export function whyNotInviteDraft(draft: InvitationDraft, admin: PlaceAdmin): MemberRefusal | null {
  if (isBlank(draft.name)) return no('name-empty', 'name')
  if (!isEmail(draft.email.trim())) return no('email-invalid', 'email')
  return isSameAddress(draft.email, admin.email) ? no('invites-self', 'email') : null
}

/**
 * Only what the organisation knows of its own people: whether the address has an account elsewhere is nobody's business
 * (ruling AMB-287).
 */
export function whyNotInvite(
  draft: InvitationDraft,
  admin: PlaceAdmin,
  here: { colleague: Pick<Colleague, 'isStopped'> | null; isInvited: boolean },
): MemberRefusal | null {
  const refusal = whyNotInviteDraft(draft, admin)
  if (refusal) return refusal
  if (here.colleague?.isStopped) return no('was-stopped', 'email', { place: admin.displayName })
  if (here.colleague) return no('already-here', 'email', { place: admin.displayName })
  return here.isInvited ? no('already-invited', 'email') : null
}

const isSameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** `admins`: how many can sign in and say who may. */
export function whyNotStop(who: Colleague, admin: PlaceAdmin, admins: number): MemberRefusal | null {
  if (who.accountId === admin.accountId) return no('stops-self', undefined, { place: admin.displayName })
  if (who.isStopped) return no('stopped-already')
  return isLastAdmin(who, admins) ? no('last-admin', undefined, { place: admin.displayName }) : null
}

export const whyNotLetIn = ({ isStopped }: Pick<Colleague, 'isStopped'>): MemberRefusal | null =>
  isStopped ? null : no('not-stopped')

/** `seen`: the role that whoever asks had before their eyes. */
export function whyNotSetRole(
  who: Colleague,
  asked: { role: Role; seen: Role },
  admin: PlaceAdmin,
  admins: number,
): MemberRefusal | null {
  if (who.isStopped) return no('let-in-first')
  if (who.role !== asked.seen || who.role === asked.role)
    return no('role-changed', 'role', { role: who.role })
  const isLess = asked.role !== 'admin'
  return isLess && isLastAdmin(who, admins) ? no('last-admin', undefined, { place: admin.displayName }) : null
}

/** Who cannot sign in yet is no admin that others could turn to. */
export const canLead = ({ role, isStopped, hasPassword }: Colleague): boolean =>
  role === 'admin' && !isStopped && hasPassword

const isLastAdmin = (who: Colleague, admins: number): boolean => canLead(who) && admins <= 1

/** What whoever opened the link of an invitation reads. */
export const joiningWords = {
  'link-unknown': {
    title: 'Link Not Valid',
    text: 'This link is not valid. It may have been withdrawn, or a newer one was sent.',
  },
  'link-used': {
    title: 'Link Used',
    text: 'This link was used already. Sign in with your e-mail and password.',
  },
  'link-over': {
    title: 'Link Too Old',
    text: 'This link is older than 3 days. Please ask whoever invited you to send it again.',
  },
  'password-short': peopleWords['password-short'],
  'stopped-meanwhile': {
    title: 'Not Joined',
    text: 'You were stopped there meanwhile. Please ask an admin of the organisation.',
  },
  'is-driver': {
    title: 'Not Joined',
    text: 'This address is a driver’s. Please ask to be invited with another one.',
  },
  'place-closed': {
    title: 'Not Joined',
    text: 'This organisation cannot be joined now. Please ask the provider.',
  },
  'email-reserved': {
    title: 'Not Joined',
    text: 'This address reads as one of the provider or of another organisation. Please ask to be invited with another one.',
  },
} satisfies Record<string, Wording>
export type JoiningRefusal = Refusal<keyof typeof joiningWords>

export type Invitation = { usedAt: Date | null; endsAt: Date }

export function whyNotOpen(invitation: Invitation | null, now: Date): JoiningRefusal | null {
  if (!invitation) return no('link-unknown')
  if (invitation.usedAt) return no('link-used')
  return invitation.endsAt <= now ? no('link-over') : null
}

/**
 * `password`: null where the account has one, and its owner has shown that the mailbox is theirs. Whoever signed up
 * with a stranger's address has not: the link is the owner's, and so is the account from then on.
 */
export function whyNotJoin(
  invitation: Invitation | null,
  joining: {
    password: string | null
    isDriver: boolean
    isStopped: boolean
    isReserved: boolean
    isOpen: boolean
  },
  now: Date,
): JoiningRefusal | null {
  const refusal = whyNotOpen(invitation, now)
  if (refusal) return refusal
  if (!joining.isOpen) return no('place-closed')
  if (joining.isDriver) return no('is-driver')
  if (joining.isStopped) return no('stopped-meanwhile')
  if (joining.isReserved) return no('email-reserved')
  return joining.password !== null && whyNotPassword(joining.password)
    ? no('password-short', 'password')
    : null
}

/** So many kinds of device in a week, and it is hardly one person's. */
const mostDevicesOfOne = 3

/** An account that several use: called after its organisation or address, or seen on many devices. */
export const isShared = (account: { name: string; email: string; place: string; devices: number }): boolean =>
  personIn(account) === '' || account.devices > mostDevicesOfOne
