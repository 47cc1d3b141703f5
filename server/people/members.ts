import { z } from 'zod'
import type { members } from '#contract/members.ts'
import type { DeskWay } from '#domain/messages/hearing.ts'
import { type Actor, displayNameOf, type Member } from '#domain/people/actor.ts'
import {
  canLead,
  isShared,
  memberWords,
  whyNotLetIn,
  whyNotSetRole,
  whyNotStop,
} from '#domain/people/member-acts.ts'
import { ownersOf } from '#domain/people/owning.ts'
import type { Db } from '../db/database.ts'
import { dropOwn } from '../db/outbox.ts'
import type { Work } from '../db/work.ts'
import { wakeDesk } from '../messages/desk.ts'
import type { Handlers } from '../platform/http/call.ts'
import { Answer, forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { grantAccount, withdrawSentBy } from './account-acts.ts'
import { accountStore, accountWriter } from './account-store.ts'
import { invitationsOf } from './invitations.ts'
import { memberStore, memberWriter } from './member-store.ts'

const pageSize = 50

/** What an organisation's admins decide about its people: never of another, which the session alone says. */
/** `ways`: those by which mails and texts leave this server. */
export function memberHandlers({
  publicUrl,
  ways,
}: {
  publicUrl: string
  ways: readonly DeskWay[]
}): Handlers<typeof members> {
  return {
    async list({ db, actor, now }, { after, through }) {
      const { organisationId } = adminOf(actor)
      const all = (await peopleOf(db, organisationId)).toSorted((a, b) => compare(placeIn(a), placeIn(b)))
      const from =
        after === undefined ? all : all.filter((one) => compare(placeIn(one), readCursor(after)) > 0)
      // a page that is read again keeps its length, however many came in between
      const until =
        through === undefined
          ? 0
          : from.filter((one) => compare(placeIn(one), readCursor(through)) <= 0).length
      const page = from.slice(0, Math.max(pageSize, until))
      const last = page.at(-1)
      return {
        items: await shown(db, page, { actor, now }),
        next: last && page.length < from.length ? cursorOf(placeIn(last)) : null,
      }
    },

    async summary({ db, actor }) {
      const all = await peopleOf(db, adminOf(actor).organisationId)
      const active = all.filter(({ state }) => state === 'active')
      const count = (state: string) => all.filter((one) => one.state === state).length
      const admins = active.filter(({ role }) => role === 'admin').length
      return {
        admins,
        staff: active.length - admins,
        invited: count('invited'),
        stopped: count('stopped'),
        withoutSecondFactor: active.filter(({ hasSecondFactor }) => hasSecondFactor === false).length,
      }
    },

    invite: ({ actor, inTransaction }, draft) =>
      inTransaction(async (work) => {
        const admin = adminOf(actor)
        const { product } = admin
        await invitationsOf(work, await lock(work, admin), actor, publicUrl).invite({ ...draft, product })
        return {}
      }),

    inviteAgain: ({ actor, inTransaction }, { id }) =>
      inTransaction(async (work) => {
        await invitationsOf(work, await lock(work, adminOf(actor)), actor, publicUrl).again(id)
        return {}
      }),

    withdraw: ({ actor, inTransaction }, { id }) =>
      inTransaction(async (work) => {
        await invitationsOf(work, await lock(work, adminOf(actor)), actor, publicUrl).withdraw(id)
        return {}
      }),

    setRole: ({ actor, inTransaction }, { accountId, role, seen }) =>
      inTransaction(async (work) => {
        const admin = adminOf(actor)
        const place = await lock(work, admin)
        const account = colleagueIn(place, accountId)
        const admins = place.accounts.map(asColleague).filter(canLead).length
        refuse(memberWords, whyNotSetRole(asColleague(account), { role, seen }, admin, admins))
        const { product } = account
        const given = { product, role, organisationId: place.id }
        await grantAccount(work, { ...account, grant: account }, given)
        return {}
      }),

    stop: ({ actor, inTransaction }, { accountId }) =>
      inTransaction(async (work) => {
        const admin = adminOf(actor)
        const place = await lock(work, admin)
        const account = colleagueIn(place, accountId)
        const admins = place.accounts.map(asColleague).filter(canLead).length
        refuse(memberWords, whyNotStop(asColleague(account), admin, admins))
        await wakeDesk(work, place.id, accountId, place.owners, ways)
        const writer = accountWriter(work)
        await writer.lockAccount(accountId)
        // who is in by the e-mail alone gets a row that says so: without one the e-mail would let them in again
        const { product, role, email } = account
        await writer.grant(accountId, { product, role, organisationId: place.id })
        await memberWriter(work, place.id).stop(accountId, actor.accountId)
        await dropOwn(work.db, accountId, place.id)
        const ended = (await writer.endSessions([accountId], place.id)).get(accountId) ?? 0
        const detail = { email, organisationId: place.id, ended }
        await work.record({ ...place.owners, subjectId: accountId, kind: 'member-stopped', detail })
        await withdrawSentBy(work, accountId, place.id)
        return {}
      }),

    letIn: ({ actor, inTransaction }, { accountId }) =>
      inTransaction(async (work) => {
        const place = await lock(work, adminOf(actor))
        const account = colleagueIn(place, accountId)
        refuse(memberWords, whyNotLetIn(account))
        await accountWriter(work).lockAccount(accountId)
        await memberWriter(work, place.id).letIn(accountId)
        const detail = { email: account.email, organisationId: place.id }
        await work.record({ ...place.owners, subjectId: accountId, kind: 'member-let-in', detail })
        return {}
      }),
  }
}

/** The contract lets only admins of a hospital or bank this far. */
function adminOf(actor: Actor) {
  if (actor.kind !== 'member' || actor.organisationId === null || actor.product === 'admin') throw forbidden()
  const { accountId, email, displayName, product, organisationId } = actor
  return { accountId, email, displayName, product, organisationId }
}

async function placeOf(db: Db, id: string) {
  const place = await accountStore(db).find(id)
  if (!place) throw notFound()
  return place
}
type Place = Awaited<ReturnType<typeof placeOf>>
type Account = Place['accounts'][number]

/** Held until the transaction ends. Whoever was stopped or demoted while they waited for it decides nothing any more. */
async function lock(work: Work, admin: ReturnType<typeof adminOf>): Promise<Held> {
  if (!(await accountWriter(work).lock(admin.organisationId))) throw notFound()
  const place = await placeOf(work.db, admin.organisationId)
  const self = place.accounts.find(({ id }) => id === admin.accountId)
  if (self?.role !== 'admin' || self.isStopped) throw forbidden()
  return { ...place, owners: ownersOf(admin), displayName: admin.displayName }
}
type Held = Place & { owners: ReturnType<typeof ownersOf>; displayName: string }

function colleagueIn({ accounts }: Place, id: string): Account {
  const account = accounts.find((one) => one.id === id)
  if (!account) throw notFound()
  return account
}

const asColleague = ({ id, email, role, isStopped, hasPassword }: Account) => ({
  ...{ accountId: id, email, role, isStopped, hasPassword },
})

type Row = {
  id: string
  name: string
  email: string
  role: Member['role']
  state: 'active' | 'invited' | 'stopped'
  hasSecondFactor: boolean | null
  isProved: boolean
  hasAccount: boolean
  place: string
  since: { at: Date | null; by: string | null; endsAt: Date | null; isOurs: boolean } | null
}

/** All of one organisation: as many as work there, and read together by each of its acts. */
async function peopleOf(db: Db, organisationId: string): Promise<Row[]> {
  const store = memberStore(db, organisationId)
  const place = await placeOf(db, organisationId)
  const stops = new Map((await store.stops()).map((stop) => [stop.accountId, stop]))
  const called = place.kind === 'hospital' ? displayNameOf(place.name) : place.name
  const accounts = place.accounts.map((account): Row => {
    const { id, name, email, role, isProved, isStopped, hasPassword, hasSecondFactor } = account
    const stop = stops.get(id)
    const state = isStopped ? 'stopped' : hasPassword ? 'active' : 'invited'
    const since = { active: null, invited: byProvider, stopped: stoppedBy(stop) }[state]
    const second = hasPassword ? hasSecondFactor : null
    return {
      ...{ id, name, email, role, state, isProved, since, place: called },
      hasSecondFactor: second,
      hasAccount: true,
    }
  })
  const invited = (await store.invitations()).map((one): Row => {
    const since = { at: one.invitedAt, by: one.invitedBy, endsAt: one.endsAt, isOurs: true }
    const { id, name, email, role } = one
    const unknown = { hasSecondFactor: null, isProved: false, hasAccount: false, place: called }
    return { ...unknown, ...{ id, name, email, role, since }, state: 'invited' }
  })
  return [...accounts, ...invited]
}

const byProvider = { at: null, by: null, endsAt: null, isOurs: false }
const stoppedBy = (stop: { stoppedAt: Date | null; stoppedBy: string | null } | undefined) => ({
  ...{ at: stop?.stoppedAt ?? null, by: stop?.stoppedBy ?? null, endsAt: null, isOurs: true },
})

async function shown(db: Db, rows: readonly Row[], { actor, now }: { actor: Actor; now: Date }) {
  const store = memberStore(db, adminOf(actor).organisationId)
  const accountIds = rows.filter(({ hasAccount }) => hasAccount).map(({ id }) => id)
  const comings = await store.comings(accountIds, now)
  const names = await store.namesOf(rows.flatMap(({ since }) => (since?.by ? [since.by] : [])))
  return rows.map(({ hasAccount, place, since, ...row }) => {
    const { at = null, device = null, devices = 0 } = comings.get(row.id) ?? {}
    const isByYou = since?.by === actor.accountId
    const by = since ? { ...since, isByYou, by: names.get(since.by ?? '') ?? 'the provider' } : null
    return {
      ...row,
      isYou: row.id === actor.accountId,
      lastSignIn: at ? { at, device: device ?? '' } : null,
      isShared: hasAccount && row.state === 'active' && isShared({ ...row, place, devices }),
      devices,
      since: by,
    }
  })
}

/** Admins, staff, those who are invited, those who were stopped; each by name. */
type PlaceInList = [rank: number, name: string, id: string]

const ranks = { active: 1, invited: 2, stopped: 3 }
const placeIn = ({ state, role, name, id }: Row): PlaceInList => [
  state === 'active' && role === 'admin' ? 0 : ranks[state],
  name.toLowerCase(),
  id,
]

function compare(one: PlaceInList, other: PlaceInList): number {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? ''
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}

const Cursor = z.tuple([z.number(), z.string().max(600), z.string().max(100)])

const cursorOf = (place: PlaceInList): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function readCursor(cursor: string): PlaceInList {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    const text = 'There is no such page.'
    throw new Answer(422, { code: 'invalid-input', title: 'Invalid Input', text, field: 'after' })
  }
}
