import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AccountEvent, type accounts } from '#contract/organisations.ts'
import { no } from '#domain/basics/refusal.ts'
import { type EventKind, mayRead } from '#domain/events/events.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { doerOf } from '#domain/people/doer.ts'
import {
  accountToGrant,
  accountWords,
  whyNotActivate,
  whyNotAddAccount,
  whyNotBeside,
  whyNotGrant,
  whyNotSecond,
  whyNotSetBlock,
  whyNotSetStatus,
} from '#domain/people/granting.ts'
import { ownersOf } from '#domain/people/owning.ts'
import { type Grant, organisationIn } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { invitationMail } from '../messages/people.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, notFound, refuse } from '../platform/http/refuse.ts'
import type { Identity } from '../platform/identity/identity.ts'
import { addAccount, grantAccount, inShort, postInvitation } from './account-acts.ts'
import { accountStore, accountWriter, inList, type PlaceInList, type TrailRow } from './account-store.ts'
import { accountToJoin } from './member-store.ts'
import { prove } from './proving.ts'

const pageSize = 20

export function accountHandlers(parts: {
  identity: Pick<Identity, 'invite'>
  publicUrl: string
}): Handlers<typeof accounts> {
  return {
    async list({ db }, { search = '', after, through }) {
      const ask = { after: readCursor(after), through: readCursor(through), limit: pageSize, search }
      const items = await accountStore(db).list(ask)
      const last = items.at(-1)
      return { items, next: last && items.length >= pageSize ? cursorOf(inList(last)) : null }
    },

    show: ({ db }, { id }) => find({ db }, id),

    async history({ db }, { id }) {
      const { accounts: theirs } = await find({ db }, id)
      const ids = theirs.map((account) => account.id)
      const events = await accountStore(db).historyOf(id, ids)
      return { items: events.flatMap(asTold) }
    },

    setStatus: ({ inTransaction }, { id, status, seen }) =>
      inTransaction(async (work) => {
        const place = await lock(work, id)
        refuse(accountWords, whyNotSetStatus(place, status, seen))
        const writer = accountWriter(work)
        await writer.setStatus(id, status)
        const ended = status === 'suspended' ? await endSessions(work, place) : 0
        const kind = statusEvents[status]
        const change = { from: place.accountStatus, to: status }
        await work.record({ subjectId: id, kind, ...change, detail: { ended } })
        return find(work, id)
      }),

    setBlock: ({ inTransaction }, { id, isBlockedWhenEnded }) =>
      inTransaction(async (work) => {
        const place = await lock(work, id)
        refuse(accountWords, whyNotSetBlock(place))
        if (place.isBlockedWhenEnded === isBlockedWhenEnded) return place
        await accountWriter(work).setBlock(id, isBlockedWhenEnded)
        const kind = isBlockedWhenEnded ? 'ended-subscription-blocks' : 'ended-subscription-is-told'
        await work.record({ subjectId: id, kind })
        return find(work, id)
      }),

    activate: ({ inTransaction }, { id, product, role }) =>
      inTransaction(async (work) => {
        const place = await lock(work, id)
        refuse(accountWords, whyNotActivate(place, { product, role }))
        const account = accountToGrant(place, place.accounts)
        const writer = accountWriter(work)
        await writer.setStatus(id, 'active')
        if (account)
          await grantAccount(work, { ...account, grant: account }, { product, role, organisationId: id })
        await work.record({
          subjectId: id,
          kind: 'organisation-activated',
          from: place.accountStatus,
          to: 'active',
          detail: account
            ? { email: account.email, fromGrant: inShort(account), toGrant: inShort({ product, role }) }
            : {},
        })
        return find(work, id)
      }),

    offer: ({ inTransaction }, { id }) =>
      inTransaction(async (work) => {
        const place = await lock(work, id)
        if (place.isListed) return place
        await accountWriter(work).offer(id)
        await work.record({ subjectId: id, kind: 'bank-offered' })
        return find(work, id)
      }),

    async add({ db, inTransaction }, { id, ...account }) {
      const isOnTheBooks = await accountStore(db).isOrganisation(organisationIn(account.email))
      const place = await find({ db }, id)
      refuse(accountWords, whyNotAddAccount(account, place, isOnTheBooks))
      const { email, name, product, role } = account
      const accountId = randomUUID()
      const token = await parts.identity.invite(accountId)
      return inTransaction(async (work) => {
        const { invitations } = await lock(work, id)
        refuse(accountWords, whyNotBeside(invitations, email))
        const wanted = { product, role, organisationId: id }
        const event = await addAccount(work, { id: accountId, email, name }, wanted)
        if (!event) {
          const isHere = (await find(work, id)).accounts.some((one) => one.email === email)
          const isDriver = (await accountToJoin(work.db, email))?.isDriver ?? false
          refuse(accountWords, whyNotSecond(email, place.name, { isHere, isDriver }))
          throw notFound()
        }
        const mail = invitationMail({ name, email, organisation: place.name }, parts.publicUrl, token)
        await postInvitation(work, event, email, mail)
        return accountIn(await find(work, id), accountId)
      })
    },

    grant: ({ inTransaction }, { id, accountId, product, role }) =>
      inTransaction(async (work) => {
        const place = await lock(work, id)
        const account = accountIn(place, accountId)
        refuse(accountWords, whyNotGrant(place.kind, { product, role }))
        await grantAccount(work, { ...account, grant: account }, { product, role, organisationId: id })
        return accountIn(await find(work, id), accountId)
      }),

    prove: ({ inTransaction }, { id, accountId }) =>
      inTransaction(async (work) => {
        const { isProved, product } = accountIn(await lock(work, id), accountId)
        refuse(accountWords, isProved ? no('already-proved') : null)
        await prove(work, accountId, ownersOf({ product, organisationId: id }))
        return accountIn(await find(work, id), accountId)
      }),

    async invite({ db, inTransaction }, { id, accountId }) {
      refuseInvitation(accountIn(await find({ db }, id), accountId))
      const token = await parts.identity.invite(accountId)
      return inTransaction(async (work) => {
        const place = await lock(work, id)
        const account = accountIn(place, accountId)
        refuseInvitation(account)
        await accountWriter(work).lockAccount(accountId)
        const event = await work.record({
          subjectId: accountId,
          kind: 'account-invited',
          detail: { email: account.email, organisationId: id },
          ...ownersOf({ ...account, organisationId: id }),
        })
        const mail = invitationMail({ ...account, organisation: place.name }, parts.publicUrl, token)
        await postInvitation(work, event, account.email, mail)
        return {}
      })
    },
  }
}

async function find({ db }: { db: Db }, id: string) {
  const place = await accountStore(db).find(id)
  if (!place) throw notFound()
  return place
}

async function lock(work: Work, id: string) {
  if (!(await accountWriter(work).lock(id))) throw notFound()
  return find(work, id)
}

type Somebody = { id: string; email: string } & Pick<Grant, 'product' | 'role'>

/** How many. Each of the accounts tells it too. */
async function endSessions(
  work: Work,
  place: { id: string; accounts: readonly Somebody[] },
): Promise<number> {
  const writer = accountWriter(work)
  // in one order, so that nobody waits for somebody who waits for them
  const inOrder = place.accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id } of inOrder) await writer.lockAccount(id)
  const counts = await writer.endSessions(
    inOrder.map(({ id }) => id),
    place.id,
  )
  for (const { id, email, product } of inOrder) {
    const ended = counts.get(id)
    if (!ended) continue
    const owners = ownersOf({ product, organisationId: place.id })
    await work.record({ subjectId: id, kind: 'sessions-ended', detail: { email, ended }, ...owners })
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Only through its own organisation: an account of another is not there. */
function accountIn<Account extends { id: string }>(place: { accounts: readonly Account[] }, id: string) {
  const account = place.accounts.find((one) => one.id === id)
  if (!account) throw notFound()
  return account
}

const refuseInvitation = ({ hasPassword }: { hasPassword: boolean }): void =>
  refuse(accountWords, hasPassword ? no('has-password') : null)

const statusEvents = {
  pending: 'organisation-pending',
  active: 'organisation-reinstated',
  'subscription-ended': 'subscription-ended',
  suspended: 'organisation-suspended',
} as const satisfies Record<AccountStatus, EventKind>

const Told = z.object({
  email: z.string().optional(),
  toGrant: z.string().optional(),
  device: z.string().optional(),
  collection: z.string().optional(),
})

function asTold(event: TrailRow): z.input<typeof AccountEvent>[] {
  const { id, at, kind, fromStatus, toStatus, detail } = event
  const known = AccountEvent.shape.kind.safeParse(kind)
  if (!known.success || !mayRead('provider', kind, JSON.parse(detail))) return []
  const { email = null, toGrant = null, device, collection } = Told.parse(JSON.parse(detail))
  const said = { email, grant: toGrant, about: device ?? collection ?? null }
  return [{ id, at, kind: known.data, by: doerOf(event), from: fromStatus, to: toStatus, ...said }]
}

const Cursor = z.tuple([z.boolean(), z.string().max(600), z.string().max(60)])

const cursorOf = ({ isDecided, name, id }: PlaceInList): string =>
  Buffer.from(JSON.stringify([isDecided, name, id])).toString('base64url')

function readCursor(cursor: string | undefined): PlaceInList | null {
  if (cursor === undefined) return null
  try {
    const [isDecided, name, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // no name of ours has what a database cannot be asked for
    return { isDecided, name: name.replaceAll('\0', ''), id: id.replaceAll('\0', '') }
  } catch {
    const text = 'There is no such page.'
    throw new Answer(422, { code: 'invalid-input', title: 'Invalid Input', text, field: 'after' })
  }
}
