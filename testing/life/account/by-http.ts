import { accounts as routes } from '#contract/organisations.ts'
import { people as peopleRoutes } from '#contract/people.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
import { type Client, clientOf } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { nextNumber } from '../../makers/makers.ts'
import type { World } from '../walking.ts'
import {
  type Accounts,
  type Act,
  browsers,
  persons,
  type Seen,
  type SignedIn,
  type Who,
  type Wish,
} from './life.ts'

type House = {
  readonly id: string
  readonly emails: Record<Who, string>
  readonly clients: ReadonlyMap<string, Client>
}

/** Worlds of one real service, whose clock is right: sessions and links end by the machine's. */
export function accountsOverHttp(service: TestService): () => World<Accounts> {
  return () => aWorld(service)
}

function aWorld(service: TestService): World<Accounts> {
  const { db, owner, anonymous } = service
  const provider = service.as('bloodsupport')
  const houses: House[] = []
  return {
    people: null,
    async begin(wish) {
      await db.deleteFrom('rateLimits').execute()
      houses.push(await signedUp(wish))
    },
    async act(at, act) {
      // how often something may be tried has tests of its own
      await db.deleteFrom('rateLimits').execute()
      return actOn(houses[at] as House, act)
    },
    seen: () => Promise.all(houses.map(seenIn)),
  }

  async function signedUp({ password }: Wish): Promise<House> {
    const number = nextNumber()
    const emails = {
      first: `lotus${number}@example.org`,
      second: `mary${number}.two@mail.example`,
      third: `john${number}.three@mail.example`,
    }
    await settingPassword(emails.first, password, () =>
      anonymous.done(peopleRoutes.signUp, {
        ...{ referenceBank: 'redbank', name: `Lotus ${number} Hospital`, address: '4 Big Street, Chennai' },
        ...{ primaryPhone: '+91 44 2811 0014', secondaryPhone: '98401-10014', email: emails.first, password },
      }),
    )
    const { organisationId } = await db
      .selectFrom('grants')
      .innerJoin('accounts', 'accounts.id', 'accountId')
      .select('organisationId')
      .where('email', '=', emails.first)
      .executeTakeFirstOrThrow()
    const all = persons.flatMap((who) => browsers.map((browser) => `${who} at ${browser}`))
    return { id: organisationId ?? '', emails, clients: new Map(all.map((name) => [name, aBrowser()])) }
  }

  function aBrowser(): Client {
    return clientOf({ url: service.url, origin: service.settings.publicUrl, settled: service.settled })
  }

  async function actOn(house: House, act: Act): Promise<string> {
    const { id, emails } = house
    switch (act.kind) {
      case 'set status': {
        const { status, seen } = act
        return answerOf(await provider.call(routes.setStatus, { id, status, seen }))
      }
      case 'activate':
        return answerOf(await provider.call(routes.activate, { id, ...act.grant }))
      case 'set block':
        return answerOf(await provider.call(routes.setBlock, { id, isBlockedWhenEnded: act.isBlocked }))
      case 'add': {
        const account = { email: emails[act.who], name: act.who, ...act.grant }
        return answerOf(await provider.call(routes.add, { id, ...account }))
      }
      case 'days pass':
        return daysPass(house)
      case 'prove': {
        const token = await tokenTo(emails.first, ['sign-up-received'], act.link)
        return answerOf(await anonymous.call(peopleRoutes.proveMailbox, { token }))
      }
      case 'forget':
        return answerOf(await anonymous.call(peopleRoutes.forgetPassword, { email: emails[act.who] }))
      case 'reset': {
        const { password } = act
        const token = await tokenTo(emails[act.who], ['invitation', 'password-reset'], act.link)
        return settingPassword(emails[act.who], password, async () =>
          answerOf(await anonymous.call(peopleRoutes.resetPassword, { token, password })),
        )
      }
      case 'sign in': {
        const { status } = await clientAt(house, act).signIn(emails[act.who], act.password)
        return status === 200 ? 'done' : 'refused'
      }
      default:
        return 'browser' in act ? own(house, act) : toPerson(house, act)
    }
  }

  async function toPerson(
    { id, emails }: House,
    act: Extract<Act, { kind: 'grant' | 'invite' | 'mark as proved' | 'stop' }>,
  ): Promise<string> {
    const found = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', emails[act.who])
      .executeTakeFirst()
    const of = { id, accountId: found?.id ?? 'nobody' }
    switch (act.kind) {
      case 'grant':
        return answerOf(await provider.call(routes.grant, { ...of, ...act.grant }))
      case 'invite':
        return answerOf(await provider.call(routes.invite, of))
      case 'mark as proved':
        return answerOf(await provider.call(routes.prove, of))
      case 'stop': {
        const gone = await owner.deleteFrom('grants').where('accountId', '=', of.accountId).executeTakeFirst()
        return gone.numDeletedRows > 0n ? 'done' : 'unknown'
      }
    }
  }

  async function own(
    house: House,
    act: Extract<Act, { kind: 'sign out' | 'end others' | 'ask for proof' | 'change password' }>,
  ): Promise<string> {
    const client = clientAt(house, act)
    switch (act.kind) {
      case 'sign out':
        return answerOf(await client.call(peopleRoutes.signOut, {}))
      case 'end others':
        return answerOf(await client.call(peopleRoutes.endOtherSessions, {}))
      case 'ask for proof':
        return answerOf(await client.call(peopleRoutes.sendProof, {}))
      case 'change password': {
        const { current, password } = act
        return settingPassword(house.emails[act.who], password, async () =>
          answerOf(await client.call(peopleRoutes.changePassword, { current, password })),
        )
      }
    }
  }

  function clientAt({ clients }: House, { who, browser }: { who: Who; browser: string }): Client {
    return clients.get(`${who} at ${browser}`) as Client
  }

  async function accountIds({ emails }: House): Promise<string[]> {
    const found = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', Object.values(emails))
      .execute()
    return found.map(({ id }) => id)
  }

  /** Their ends are put behind us, in place of waiting. */
  async function daysPass(house: House): Promise<string> {
    const ids = await accountIds(house)
    const expiresAt = new Date(Date.now() - 1_000)
    await owner.updateTable('sessions').set({ expiresAt }).where('accountId', 'in', ids).execute()
    await owner.updateTable('verifications').set({ expiresAt }).where('value', 'in', ids).execute()
    return 'done'
  }

  /** What stands after the hash sign in a mail to them. */
  async function tokenTo(email: string, kinds: string[], which: 'newest' | 'oldest'): Promise<string> {
    const mail = await db
      .selectFrom('notifications')
      .select('body')
      .where('recipient', '=', email)
      .where('kind', 'in', kinds)
      .orderBy('id', which === 'newest' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    return /https?:\/\/\S+#([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? 'no link'
  }

  /** A password that was set is then kept at a low cost: else each sign-in would take a fifth of a second of a core. */
  async function settingPassword<Result>(
    email: string,
    password: string,
    act: () => Promise<Result>,
  ): Promise<Result> {
    const hashOf = () =>
      owner
        .selectFrom('credentials')
        .innerJoin('accounts', 'accounts.id', 'credentials.accountId')
        .select(['credentials.id', 'password'])
        .where('email', '=', email)
        .executeTakeFirst()
    const before = await hashOf()
    const result = await act()
    const after = await hashOf()
    if (after && after.password !== before?.password)
      await owner
        .updateTable('credentials')
        .set({ password: await quickHash(password) })
        .where('id', '=', after.id)
        .execute()
    return result
  }

  async function seenIn({ id, emails, clients }: House): Promise<Seen> {
    const shown = await provider.done(routes.show, { id })
    const accounts: Seen['accounts'] = {}
    for (const { email, product, role, hasPassword, isProved, openSessions } of shown.accounts) {
      const who = persons.find((one) => emails[one] === email)
      if (!who) throw new Error(`${email} is none of theirs`)
      accounts[who] = { product, role, hasPassword, isProved, sessions: openSessions }
    }
    const atBrowsers = await Promise.all(
      [...clients].map(async ([name, client]) => [name, await signedIn(client, id)] as const),
    )
    return {
      status: shown.accountStatus,
      isBlocked: shown.isBlockedWhenEnded,
      accounts,
      browsers: Object.fromEntries(atBrowsers),
    }
  }
}

const doors = {
  account: '/api/sessions',
  lists: '/api/requests',
  raise: '/api/account/draft-key',
  approve: '/api/requests/pending',
}

/** What the page is told, and which doors really open. */
async function signedIn(client: Client, organisationId: string): Promise<SignedIn | null> {
  if ((await client.cookies()) === '') return null
  const { actor } = await client.done(peopleRoutes.session, {})
  const open = await Promise.all(
    Object.entries(doors).map(async ([name, path]) => {
      const { status } = await client.raw('GET', path)
      if (![200, 401, 403].includes(status)) throw new Error(`${path} answered ${status}`)
      return status === 200 ? [name] : []
    }),
  )
  if (!actor) {
    if (open.flat().length > 0) throw new Error('nobody is signed in, and a door opens')
    return null
  }
  if (actor.kind !== 'member' || actor.organisationId !== organisationId) throw new Error('somebody else')
  const { product, role, accountStatus, isApprovingBlocked } = actor
  return { product, role, status: accountStatus, isBlocked: isApprovingBlocked, may: open.flat() }
}

const hashes = new Map<string, Promise<string>>()
function quickHash(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password, { memory: 64, passes: 1 })
  hashes.set(password, hash)
  return hash
}

function answerOf({ status }: { status: number }): string {
  if (status < 300) return 'done'
  const words: Record<number, string> = { 401: 'nobody', 403: 'may not', 404: 'unknown', 409: 'stale' }
  if (status === 422 || status === 429) return 'refused'
  const word = words[status]
  if (word === undefined) throw new Error(`answered ${status}`)
  return word
}
