import { type Draw, pick } from '../dice.ts'
import { type Act, browsers, type Grant, type Life, persons, sessionAt, statuses, type Who } from './life.ts'

const passwords = ['seven77', 'another77', 'a third one', 'short'] as const

/** Mostly such as fits what the hospital is; three of four times with the right password or page. */
export function actFrom(life: Life, draw: Draw): Act {
  const who = draw(2) === 0 ? 'first' : pick(persons, draw)
  const browser = pick(browsers, draw)
  const link = draw(4) === 0 ? 'oldest' : 'newest'
  switch (draw(4) === 0 ? pick(anything, draw) : pick(likely(life, who), draw)) {
    case 'set status':
      return {
        kind: 'set status',
        status: draw(3) === 0 ? pick(statuses, draw) : pick(['active', 'suspended'] as const, draw),
        seen: draw(5) === 0 ? pick(statuses, draw) : life.status,
      }
    case 'activate':
      return { kind: 'activate', grant: grantFrom(draw) }
    case 'set block':
      return { kind: 'set block', isBlocked: draw(2) === 0 }
    case 'add':
      return { kind: 'add', who: pick(['second', 'third'] as const, draw), grant: grantFrom(draw) }
    case 'grant':
      return { kind: 'grant', who, grant: grantFrom(draw) }
    case 'invite':
      return { kind: 'invite', who }
    case 'mark as proved':
      return { kind: 'mark as proved', who }
    case 'stop':
      return { kind: 'stop', who: pick(persons, draw) }
    case 'sign in':
      return { kind: 'sign in', who, browser, password: passwordOf(life, who, draw) }
    case 'change password': {
      const [current, password] = [passwordOf(life, who, draw), pick(passwords, draw)]
      return { kind: 'change password', who, browser: openOf(life, who) ?? browser, current, password }
    }
    case 'forget':
      return { kind: 'forget', who }
    case 'reset':
      return { kind: 'reset', who, link, password: pick(passwords, draw) }
    case 'prove':
      return { kind: 'prove', link }
    case 'days pass':
      return { kind: 'days pass' }
    case 'sign out':
      return { kind: 'sign out', who, browser: openOf(life, who) ?? browser }
    case 'end others':
      return { kind: 'end others', who, browser: openOf(life, who) ?? browser }
    case 'ask for proof':
      return { kind: 'ask for proof', who, browser: openOf(life, who) ?? browser }
  }
}

type Kind = Act['kind']
const anything: readonly Kind[] = [
  'set status',
  'activate',
  'set block',
  'add',
  'grant',
  'invite',
  'mark as proved',
  'stop',
  'sign in',
  'sign out',
  'end others',
  'ask for proof',
  'change password',
  'forget',
  'reset',
  'prove',
  'days pass',
]

function likely(life: Life, who: Who): readonly Kind[] {
  const person = life.people[who]
  if (!person) return ['add', 'add', 'sign in', 'set status']
  const signing: readonly Kind[] = ['sign in', 'sign in', 'sign in']
  if (life.status === 'pending') return ['activate', 'activate', 'prove', ...signing, 'ask for proof']
  if (life.status === 'suspended') return ['set status', 'sign in', 'reset']
  if (!person.isProved) return ['prove', 'mark as proved', ...signing, 'forget', 'reset']
  if (person.password === null) return ['reset', 'reset', 'invite', 'sign in']
  if (openOf(life, who) === null) return [...signing, 'forget', 'reset']
  return [...signing, 'change password', 'end others', 'sign out', 'grant', 'set status', 'set block']
}

const openOf = (life: Life, who: Who) => browsers.find((browser) => sessionAt(life, who, browser)) ?? null

const passwordOf = (life: Life, who: Who, draw: Draw): string =>
  (draw(4) === 0 ? null : life.people[who]?.password) ?? pick(passwords, draw)

const grantFrom = (draw: Draw): Grant =>
  draw(8) === 0
    ? pick(
        [{ product: 'bloodbank', role: 'admin' } as const, { product: 'admin', role: 'admin' } as const],
        draw,
      )
    : { product: pick(['pilot', 'plus'] as const, draw), role: pick(['admin', 'staff'] as const, draw) }

export function tells(act: Act): string {
  const { kind, ...rest } = act
  return `${kind} ${JSON.stringify(rest)}`
}
