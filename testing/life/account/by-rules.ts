import {
  type Actor,
  isHospital,
  isHospitalAdmin,
  isProved,
  isUnproved,
  mayRaise,
} from '#domain/people/actor.ts'
import { whyNotChangePassword } from '#domain/people/changing-password.ts'
import {
  accountToGrant,
  type Place,
  whyNotActivate,
  whyNotAddAccount,
  whyNotGrant,
  whyNotSetBlock,
  whyNotSetStatus,
} from '#domain/people/granting.ts'
import { whyNotPassword } from '#domain/people/passwords.ts'
import type { Grant } from '#domain/people/roles.ts'
import { firstGrant, mostProofLinks, whyNotSignUp } from '#domain/people/signing-up.ts'
import type { World } from '../walking.ts'
import { type Accounts, type Act, browsers, persons, type Seen, type SignedIn, type Who } from './life.ts'

type Person = {
  readonly email: string
  grant: Grant | null
  isGranted: boolean
  isProved: boolean
  password: string | null
  links: { isGood: boolean }[]
  proofs: { isGood: boolean }[]
  asked: number
}
type Session = { readonly who: Who; readonly browser: string }
type House = {
  place: Place & { email: string; isBlocked: boolean }
  readonly people: Map<Who, Person>
  sessions: Session[]
  readonly held: Map<string, Session>
}

export const emails: Record<Who, string> = {
  first: 'lotus@example.org',
  second: 'mary@mail.example',
  third: 'john@mail.example',
}

/** The rules of accounts, put together as the handlers do it, with passwords as they are typed. */
export function accountsByRules(): World<Accounts> {
  const houses: House[] = []
  return {
    people: null,
    begin: ({ password }) => void houses.push(signedUp(password)),
    act: (at, act) => actOn(houses[at] as House, act),
    seen: () => houses.map(seenIn),
  }
}

function signedUp(password: string): House {
  const id = 'lotus'
  const about = { referenceBank: 'redbank', name: 'Lotus Hospital', address: '4 Big Street' }
  const phones = { primaryPhone: '04428110014', secondaryPhone: '9840110014' }
  if (whyNotSignUp({ ...about, ...phones, email: emails.first, password })) throw new Error('refused')
  const place = {
    id,
    kind: 'hospital',
    accountStatus: 'pending',
    email: emails.first,
    isBlocked: false,
  } as const
  const first = { ...newPerson(emails.first, firstGrant(id)), isProved: false, password, links: [] }
  return {
    place,
    people: new Map([['first', { ...first, proofs: [{ isGood: true }] }]]),
    sessions: [],
    held: new Map(),
  }
}

const newPerson = (email: string, grant: Grant): Person => ({
  ...{ email, grant, isGranted: true, isProved: true, password: null },
  ...{ links: [{ isGood: true }], proofs: [], asked: 0 },
})

function actOn(house: House, act: Act): string {
  const { place, people } = house
  switch (act.kind) {
    case 'set status': {
      const refusal = whyNotSetStatus(place, act.status, act.seen)
      if (refusal) return refusal.code === 'changed-meanwhile' ? 'stale' : 'refused'
      house.place = { ...place, accountStatus: act.status }
      if (act.status === 'suspended')
        house.sessions = house.sessions.filter(({ who }) => !people.get(who)?.grant)
      return 'done'
    }
    case 'activate': {
      const refusal = whyNotActivate(place, act.grant)
      if (refusal) return refusal.code === 'not-pending' ? 'stale' : 'refused'
      house.place = { ...place, accountStatus: 'active' }
      const theirs = [...people.values()].filter(({ grant }) => grant !== null)
      const account = accountToGrant(place, theirs)
      if (account) account.grant = { ...act.grant, organisationId: place.id }
      return 'done'
    }
    case 'set block':
      if (whyNotSetBlock(place)) return 'refused'
      house.place = { ...place, isBlocked: act.isBlocked }
      return 'done'
    case 'days pass':
      house.sessions = []
      for (const person of people.values()) spoil(person)
      return 'done'
    case 'add': {
      const account = { name: 'Mary', email: emails[act.who], ...act.grant }
      if (whyNotAddAccount(account, place, false)) return 'refused'
      if (people.has(act.who)) return 'stale'
      people.set(act.who, newPerson(emails[act.who], { ...act.grant, organisationId: place.id }))
      return 'done'
    }
    case 'prove': {
      const first = people.get('first') as Person
      const link = act.link === 'newest' ? first.proofs.at(-1) : first.proofs[0]
      if (!link?.isGood) return 'refused'
      link.isGood = false
      first.isProved = true
      return 'done'
    }
    case 'forget':
      people.get(act.who)?.links.push({ isGood: true })
      return 'done'
    case 'reset': {
      const person = people.get(act.who)
      const link = act.link === 'newest' ? person?.links.at(-1) : person?.links[0]
      if (whyNotPassword(act.password) || !person || !link?.isGood) return 'refused'
      person.password = act.password
      person.isProved = true
      spoil(person)
      house.sessions = house.sessions.filter(({ who }) => who !== act.who)
      return 'done'
    }
    case 'sign in': {
      const person = people.get(act.who)
      if (!person || person.password === null || person.password !== act.password) return 'refused'
      if (!actorOf(house, act.who)) return 'refused'
      const session = { who: act.who, browser: act.browser }
      const place = `${act.who} at ${act.browser}`
      // the session in whose place somebody signs in ends
      house.sessions = [...house.sessions.filter((one) => one !== house.held.get(place)), session]
      house.held.set(place, session)
      return 'done'
    }
    default:
      return 'browser' in act ? own(house, act) : toPerson(house, act)
  }
}

function spoil({ links, proofs }: Person): void {
  for (const link of [...links, ...proofs]) link.isGood = false
}

function toPerson(
  { place, people }: House,
  act: Extract<Act, { kind: 'grant' | 'invite' | 'mark as proved' | 'stop' }>,
): string {
  const person = people.get(act.who)
  if (!person?.grant) return 'unknown'
  switch (act.kind) {
    case 'grant':
      if (whyNotGrant(place.kind, act.grant)) return 'refused'
      person.grant = { ...act.grant, organisationId: place.id }
      return 'done'
    case 'invite':
      if (person.password !== null) return 'stale'
      spoil(person)
      person.links.push({ isGood: true })
      return 'done'
    case 'mark as proved':
      if (person.isProved) return 'stale'
      person.isProved = true
      return 'done'
    case 'stop':
      person.grant = null
      return 'done'
  }
}

function own(
  house: House,
  act: Extract<Act, { kind: 'sign out' | 'end others' | 'ask for proof' | 'change password' }>,
): string {
  const session = house.held.get(`${act.who} at ${act.browser}`)
  const person = house.people.get(act.who)
  const actor = session && house.sessions.includes(session) ? actorOf(house, act.who) : null
  if (!actor || !person || !session) return 'nobody'
  const isMine = (one: Session) => one.who === act.who
  switch (act.kind) {
    case 'sign out':
      house.sessions = house.sessions.filter((one) => one !== session)
      return 'done'
    case 'ask for proof':
      if (!isUnproved(actor)) return 'may not'
      if (person.asked >= mostProofLinks) return 'refused'
      person.asked++
      person.proofs.push({ isGood: true })
      return 'done'
    case 'change password': {
      if (!isProved(actor)) return 'may not'
      const { current, password } = act
      if (whyNotChangePassword({ current, password, again: password })) return 'refused'
      if (person.password !== current) return 'refused'
      person.password = password
      spoil(person)
      house.sessions = house.sessions.filter((one) => !isMine(one) || one === session)
      return 'done'
    }
    case 'end others':
      if (!isProved(actor)) return 'may not'
      house.sessions = house.sessions.filter((one) => !isMine(one) || one === session)
      return 'done'
  }
}

/** As the server makes one. */
function actorOf({ place, people }: House, who: Who): Extract<Actor, { kind: 'member' }> | null {
  const person = people.get(who)
  if (!person?.grant || place.accountStatus === 'suspended') return null
  const accountStatus = person.isProved ? place.accountStatus : 'unproved'
  return {
    ...{ kind: 'member', accountId: who, email: person.email, displayName: 'Lotus' },
    ...person.grant,
    accountStatus,
    isApprovingBlocked: accountStatus === 'subscription-ended' && place.isBlocked,
  }
}

function seenIn(house: House): Seen {
  const { place, people, sessions } = house
  const accounts: Seen['accounts'] = {}
  for (const [who, { grant, password, isProved: proved }] of people) {
    if (!grant) continue
    const open = sessions.filter((session) => session.who === who).length
    const { product, role } = grant
    accounts[who] = { product, role, hasPassword: password !== null, isProved: proved, sessions: open }
  }
  const all = persons.flatMap((who) => browsers.map((browser) => ({ who, name: `${who} at ${browser}` })))
  return {
    status: place.accountStatus,
    isBlocked: place.isBlocked,
    accounts,
    browsers: Object.fromEntries(
      all.map(({ who, name }) => {
        const held = house.held.get(name)
        return [name, held && sessions.includes(held) ? signedIn(actorOf(house, who)) : null]
      }),
    ),
  }
}

function signedIn(actor: ReturnType<typeof actorOf>): SignedIn | null {
  if (!actor) return null
  const { product, role, accountStatus, isApprovingBlocked } = actor
  return {
    ...{ product, role, status: accountStatus, isBlocked: isApprovingBlocked },
    may: [
      ...(isProved(actor) ? ['account'] : []),
      ...(isHospital(actor) ? ['lists'] : []),
      ...(mayRaise(actor) ? ['raise'] : []),
      ...(isHospitalAdmin(actor) ? ['approve'] : []),
    ],
  }
}
