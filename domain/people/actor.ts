import { z } from 'zod'
import { Scope } from '../keys/scopes.ts'
import { Product, Role } from './roles.ts'

export const accountStatuses = ['pending', 'active', 'subscription-ended', 'suspended'] as const
export const AccountStatus = z.enum(accountStatuses)
export type AccountStatus = z.infer<typeof AccountStatus>

/** That of their organisation; or that nobody has shown yet that the e-mail they signed up with is theirs. */
const MemberStatus = z.enum([...accountStatuses, 'unproved'])

/** A person of a hospital, a bank or the provider, as the server knows them. Nothing here is ever taken from the browser. */
const Member = z.object({
  kind: z.literal('member'),
  accountId: z.string(),
  email: z.string(),
  product: Product,
  role: Role,
  /** Null for the provider. */
  organisationId: z.string().nullable(),
  /** What the top bar shows. */
  displayName: z.string(),
  /** The name of whoever's account it is; empty where it is called after its organisation (`doer.ts`). */
  person: z.string().optional(),
  accountStatus: MemberStatus,
  /** The subscription has ended, and the provider chose that this stops approving (ruling AMB-215). */
  isApprovingBlocked: z.boolean(),
  /** It is no person but a key of theirs, which may no more than this. Its id is the account's. */
  key: z.object({ scopes: z.array(Scope) }).optional(),
})
export type Member = z.infer<typeof Member>

const Driver = z.object({
  kind: z.literal('driver'),
  accountId: z.string(),
  email: z.string(),
  displayName: z.string(),
})

/** Whoever is asking now. */
export const Actor = z.discriminatedUnion('kind', [Member, Driver])
export type Actor = z.infer<typeof Actor>

/** §3.2: a hospital is shown by the part of its name before " Hospital". */
export const displayNameOf = (name: string): string => name.split(' Hospital')[0] || name

/** Who may: a pure question about the actor, asked by the server for a route and by the browser for a menu. */
export type Who = (actor: Actor) => boolean

export const isSignedIn: Who = () => true
/** Until the mailbox is proved there is nothing to be had, and nothing to be left behind for its owner. */
export const isProved: Who = (actor) => actor.kind === 'driver' || actor.accountStatus !== 'unproved'
export const isUnproved: Who = (actor) => !isProved(actor)
/** A driver's name is the one the provider registered. */
export const mayNameThemselves: Who = (actor) => actor.kind === 'member' && isProved(actor)
/** The home view, whoever's it is; before the mailbox is proved too. */
export const hasHome: Who = (actor) => actor.kind === 'member'
export const isProvider: Who = (actor) => isMemberOf(actor, ['admin'])
export const isBank: Who = (actor) => isMemberOf(actor, ['bloodbank'])
export const isHospital: Who = (actor) => isMemberOf(actor, ['pilot', 'plus'])
export const isHospitalAdmin: Who = (actor) => isHospital(actor) && isAdmin(actor)
/** A bank's settings: its staff have its screens without them (ruling AMB-286). */
export const isBankAdmin: Who = (actor) => isBank(actor) && isAdmin(actor)
/** Ruling AMB-286: whoever says who acts for the hospital or bank. */
export const isPlaceAdmin: Who = (actor) => (isHospital(actor) || isBank(actor)) && isAdmin(actor)
/** Who looks after an organisation, or after all of them: they read its trail. */
export const mayAudit: Who = (actor) =>
  (isHospital(actor) || isBank(actor) || isProvider(actor)) && isAdmin(actor)
/** A key of somebody's, and no person. */
export const isProgram = (actor: Actor): boolean => actor.kind === 'member' && actor.key !== undefined

/** Ruling AMB-315: who makes and stops the keys of an organisation, or of the provider. */
export const mayKeepKeys: Who = (actor) => mayAudit(actor)
/** Raising is hidden for plus (§2.2). */
export const mayRaise: Who = (actor) => isMemberOf(actor, ['pilot'])
/** Cancelling and raising in one: for whoever may both. */
export const mayReplace: Who = (actor) => mayRaise(actor) && isHospitalAdmin(actor)
/** Amending is for whoever raises, withdrawing for admins: the call asks for which. */
export const mayChangeByFhir: Who = (actor) => mayRaise(actor) || isHospitalAdmin(actor)
/** Hospitals their own; banks what is linked to them, without the patient. */
export const mayReadByFhir: Who = (actor) => isHospital(actor) || isBank(actor)
/** Each only what is made out for them: see billing/downloading. */
export const mayHaveInvoices: Who = (actor) => isHospital(actor) || isBank(actor) || isProvider(actor)
/** Whoever goes on with paper when nothing works: see downtime/pack. */
export const mayGoOnPaper: Who = (actor) => isHospital(actor) || isBank(actor) || isProvider(actor)
/** Who says when its shifts change: see downtime/shifts. */
export const mayKeepShifts: Who = (actor) => mayAudit(actor)
/** Who gave the blood and for whom it is: see slips/opening. */
export const mayHaveSlips: Who = (actor) => isHospital(actor) || isBank(actor)
export const isDriver: Who = (actor) => actor.kind === 'driver'
/** Anybody with work to follow: all but those whose hospital is still being verified. */
export const mayListen: Who = (actor) => actor.kind === 'driver' || isWorking(actor)

const isAdmin = (actor: Actor): boolean => actor.kind === 'member' && actor.role === 'admin'

const isMemberOf = (actor: Actor, allowed: readonly Product[]): boolean =>
  actor.kind === 'member' && allowed.includes(actor.product) && isWorking(actor)

/** Ruling AMB-147: until the provider has verified a hospital, its people can sign in and do nothing else. */
const isWorking = (member: Member): boolean =>
  member.accountStatus === 'active' || member.accountStatus === 'subscription-ended'
