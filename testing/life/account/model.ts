/**
 * A hospital that signs itself up, its people and their sessions (§2.5, §6, §9, AMB-26, 147, 210, 215, 239, decision 6).
 * Written down a second time, without a line of the product's own.
 */
import type { Model } from '../walking.ts'
import { actFrom, tells } from './acts.ts'
import {
  type Accounts,
  type Act,
  type Browser,
  browsers,
  type Grant,
  type Life,
  type Link,
  type Person,
  persons,
  type Seen,
  type Session,
  type SignedIn,
  type Status,
  sessionAt,
  type WhichLink,
  type Who,
} from './life.ts'

export const accounts: Model<Accounts> = {
  name: 'Hospital',
  wish: () => ({ password: 'seven77' }),
  // the least there is, until somebody has looked at it (AMB-147)
  begins: ({ password }) => ({
    status: 'pending',
    isBlocked: false,
    people: {
      first: {
        ...{ grant: { product: 'plus', role: 'staff' }, isProved: false, password },
        ...{ links: [], proofs: [{ isGood: true }], asked: 0 },
      },
    },
    sessions: [],
  }),
  tellsWish: () => 'a hospital signs itself up',
  act: actFrom,
  tells,
  happens,
  seen: seenOf,
}

function happens(life: Life, act: Act): string {
  switch (act.kind) {
    case 'set status':
      return setStatus(life, act.status, act.seen)
    case 'activate':
      return activate(life, act.grant)
    case 'set block':
      life.isBlocked = act.isBlocked
      return 'done'
    case 'days pass':
      for (const session of life.sessions) session.isOpen = false
      for (const person of Object.values(life.people)) spoil(person)
      return 'done'
    case 'prove':
      return prove(life.people.first as Person, act.link)
    case 'add':
      return add(life, act.who, act.grant)
    case 'sign in':
      return signIn(life, act)
    case 'forget':
      // whoever asks is told the same, and only an account gets a mail
      life.people[act.who]?.links.push({ isGood: true })
      return 'done'
    case 'reset':
      return reset(life, act)
    default:
      return 'browser' in act ? own(life, act) : toPerson(life, act)
  }
}

/** Which may follow which; a page that shows another status than there is, is an old one. */
function setStatus(life: Life, status: Status, seen: Status): string {
  if (life.status !== seen || life.status === status) return 'stale'
  const isFine =
    status === 'suspended' ||
    (status === 'active' && life.status !== 'pending') ||
    (status === 'subscription-ended' && life.status === 'active')
  if (!isFine) return 'refused'
  life.status = status
  // T25: at once, and for good
  if (status === 'suspended')
    for (const session of life.sessions) if (life.people[session.who]?.grant) session.isOpen = false
  return 'done'
}

const isOfHospital = ({ product }: Grant): boolean => product === 'pilot' || product === 'plus'

function activate(life: Life, grant: Grant): string {
  if (life.status !== 'pending') return 'stale'
  if (!isOfHospital(grant)) return 'refused'
  life.status = 'active'
  // it is for whoever signed up; what the others may was chosen for them
  const first = life.people.first
  if (first?.grant) first.grant = grant
  return 'done'
}

function add(life: Life, who: Who, grant: Grant): string {
  if (!isOfHospital(grant)) return 'refused'
  if (life.people[who]) return 'stale'
  life.people[who] = {
    grant,
    isProved: true,
    password: null,
    links: [{ isGood: true }],
    proofs: [],
    asked: 0,
  }
  return 'done'
}

function toPerson(
  life: Life,
  act: Extract<Act, { kind: 'grant' | 'invite' | 'mark as proved' | 'stop' }>,
): string {
  const person = life.people[act.who]
  // AMB-210: who was stopped is nobody's
  if (!person?.grant) return 'unknown'
  switch (act.kind) {
    case 'grant':
      if (!isOfHospital(act.grant)) return 'refused'
      person.grant = act.grant
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

function signIn(life: Life, { who, browser, password }: Extract<Act, { kind: 'sign in' }>): string {
  const person = life.people[who]
  if (!person || person.password === null || person.password !== password) return 'refused'
  // T25: the password is right, and opens nothing
  if (!person.grant || life.status === 'suspended') return 'refused'
  // T09: in its place
  const former = sessionAt(life, who, browser)
  if (former) former.isOpen = false
  life.sessions.push({ who, browser, isOpen: true })
  return 'done'
}

/** T11: works once, ends every session, and shows that the mailbox is theirs. */
function reset(life: Life, { who, link, password }: Extract<Act, { kind: 'reset' }>): string {
  const person = life.people[who]
  const mailed = person && chosen(person.links, link)
  if (password.length <= 6 || !person || !mailed?.isGood) return 'refused'
  person.password = password
  person.isProved = true
  spoil(person)
  endSessions(life, who)
  return 'done'
}

/** A link of before the password was another opens nothing any more. */
function spoil(person: Person): void {
  for (const link of [...person.links, ...person.proofs]) link.isGood = false
}

function prove(first: Person, which: WhichLink): string {
  const link = chosen(first.proofs, which)
  if (!link?.isGood) return 'refused'
  link.isGood = false
  first.isProved = true
  return 'done'
}

const chosen = (links: readonly Link[], which: WhichLink): Link | undefined =>
  which === 'newest' ? links.at(-1) : links[0]

function endSessions(life: Life, who: Who, but?: Session): void {
  for (const session of life.sessions) if (session.who === who && session !== but) session.isOpen = false
}

/** What somebody does at their browser with their own account. */
function own(
  life: Life,
  act: Extract<Act, { kind: 'sign out' | 'end others' | 'ask for proof' | 'change password' }>,
) {
  const session = sessionAt(life, act.who, act.browser)
  const person = life.people[act.who]
  if (!session || !person) return 'nobody'
  if (act.kind === 'sign out') {
    session.isOpen = false
    return 'done'
  }
  if (act.kind === 'ask for proof') {
    if (person.isProved) return 'may not'
    if (person.asked >= 5) return 'refused'
    person.asked++
    person.proofs.push({ isGood: true })
    return 'done'
  }
  // T04: until the mailbox is proved there is nothing to be had
  if (!person.isProved) return 'may not'
  if (act.kind === 'change password') {
    if (act.password.length <= 6 || act.password === act.current || act.current !== person.password)
      return 'refused'
    person.password = act.password
    spoil(person)
  }
  endSessions(life, act.who, session)
  return 'done'
}

function seenOf(life: Life): Seen {
  const accounts: Seen['accounts'] = {}
  for (const who of persons) {
    const person = life.people[who]
    if (!person?.grant) continue
    accounts[who] = {
      ...person.grant,
      hasPassword: person.password !== null,
      isProved: person.isProved,
      sessions: life.sessions.filter((session) => session.who === who && session.isOpen).length,
    }
  }
  const all = persons.flatMap((who) => browsers.map((browser) => ({ who, browser })))
  return {
    status: life.status,
    isBlocked: life.isBlocked,
    accounts,
    browsers: Object.fromEntries(
      all.map(({ who, browser }) => [`${who} at ${browser}`, signedIn(life, who, browser)]),
    ),
  }
}

/** §2.2, §6, AMB-147, 215. */
function signedIn(life: Life, who: Who, browser: Browser): SignedIn | null {
  const person = life.people[who]
  if (!sessionAt(life, who, browser) || !person?.grant) return null
  const { product, role } = person.grant
  const isWorking = person.isProved && (life.status === 'active' || life.status === 'subscription-ended')
  return {
    ...{ product, role },
    status: person.isProved ? life.status : 'unproved',
    isBlocked: person.isProved && life.status === 'subscription-ended' && life.isBlocked,
    may: [
      ...(person.isProved ? ['account'] : []),
      ...(isWorking ? ['lists'] : []),
      ...(isWorking && product === 'pilot' ? ['raise'] : []),
      ...(isWorking && role === 'admin' ? ['approve'] : []),
    ],
  }
}
