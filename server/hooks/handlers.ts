import type { Hook, HookDelivery, hooks } from '#contract/hooks.ts'
import { no } from '#domain/basics/refusal.ts'
import { days, later } from '#domain/basics/time.ts'
import { pingBody } from '#domain/hooks/bodies.ts'
import { kindsOfReader } from '#domain/hooks/kinds.ts'
import { replayWindow, replayWords, whyNotReplay, whyTooMany } from '#domain/hooks/replaying.ts'
import {
  type HookDraft,
  hookWords,
  whyNotAddress,
  whyNotDraft,
  whyNotOneMore,
  whyNotSwitch,
  whyNotTouch,
} from '#domain/hooks/saving.ts'
import { type Actor, isBank, isProvider } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import type { Settings } from '../platform/settings.ts'
import { hookCalls, tryCall } from './calling.ts'
import { fillHooks } from './filling-store.ts'
import { makeSecret, signedCall } from './signing.ts'
import { beginAnew, type DeliveryRow, giveUpAll, type HookOwner, hookStore, hookWriter } from './store.ts'

const pageSize = 20
/** So long the secret before signs too. */
const oldKept = days(1)

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof hookStore>['find']>>>

export function hookHandlers(parts: {
  secret: string
  settings: Pick<Settings, 'outgoingNetworks' | 'publicUrl'>
}): Handlers<typeof hooks> {
  const { secret: serverSecret, settings } = parts
  const outgoing = hookCalls(settings.outgoingNetworks)
  const refuseDraft = (draft: HookDraft, { reader }: HookOwner) => {
    refuse(hookWords, whyNotDraft(draft, reader))
    refuse(hookWords, whyNotAddress(URL.parse(draft.url), settings.outgoingNetworks))
  }
  return {
    async list({ actor, db }) {
      const owner = ownerOf(actor)
      const rows = await hookStore(db, owner).all()
      return { items: await shown(db, owner, rows), kinds: kindsOfReader(owner.reader) }
    },

    make: ({ actor, inTransaction }, draft) => {
      const owner = ownerOf(actor)
      refuseDraft(draft, owner)
      return inTransaction(async (work) => {
        const writer = hookWriter(work, owner)
        const others = await writer.others()
        refuseSame(others, draft.url)
        refuse(hookWords, whyNotOneMore(others.length))
        const { secret, secretSealed } = makeSecret(serverSecret)
        const row = await writer.insert({ ...tidied(draft), secretSealed, madeBy: nameOf(actor) })
        await told(work, owner, row, 'hook-made', wishOf(row))
        return { hook: await one(work, owner, row), secret }
      })
    },

    change: ({ actor, inTransaction }, { id, version, ...draft }) => {
      const owner = ownerOf(actor)
      refuseDraft(draft, owner)
      return inTransaction(async (work) => {
        const writer = hookWriter(work, owner)
        const others = await writer.others()
        const before = await locked(work, owner, id)
        refuse(hookWords, whyNotTouch(before, version))
        refuseSame(
          others.filter((other) => other.id !== id),
          draft.url,
        )
        const after = tidied(draft)
        const isMoved = after.url !== before.url
        // who asked to be left alone, and who took nothing, is not who is called now
        const row = await writer.change(id, {
          ...after,
          ...(isMoved ? { quietUntil: null, failures: 0, lastTakenAt: null } : {}),
        })
        if (isMoved) await beginAnew(work.db, id)
        await told(work, owner, row, 'hook-changed', wishOf(row))
        return one(work, owner, row)
      })
    },

    switch: ({ actor, inTransaction }, { id, version, isOn }) =>
      inTransaction(async (work) => {
        const owner = ownerOf(actor)
        refuse(hookWords, whyNotSwitch(await locked(work, owner, id), { version, isOn }))
        const row = await hookWriter(work, owner).change(
          id,
          isOn ? { state: 'on', failures: 0, lastTakenAt: null, quietUntil: null } : { state: 'off' },
        )
        if (!isOn) await giveUpAll(work.db, id)
        await told(work, owner, row, isOn ? 'hook-switched-on' : 'hook-switched-off', {})
        return one(work, owner, row)
      }),

    turn: ({ actor, inTransaction }, { id, version }) =>
      inTransaction(async (work) => {
        const owner = ownerOf(actor)
        const before = await locked(work, owner, id)
        refuse(hookWords, whyNotTouch(before, version))
        const { secret, secretSealed } = makeSecret(serverSecret)
        const row = await hookWriter(work, owner).change(id, {
          secretSealed,
          oldSealed: before.secretSealed,
          oldUntil: later(work.now, oldKept),
        })
        await told(work, owner, row, 'hook-secret-turned', {})
        return { hook: await one(work, owner, row), secret }
      }),

    async deliveries({ actor, db }, { id, after = null, through = null }) {
      const store = hookStore(db, ownerOf(actor))
      if (!(await store.find(id))) throw notFound()
      const rows = await store.deliveries(id, { after, through, limit: pageSize })
      const last = rows.at(-1)
      return {
        items: rows.map(delivery),
        next: last && rows.length >= pageSize ? String(last.eventId) : null,
      }
    },

    async tryIt({ actor, db, now, inTransaction }, { id }) {
      const owner = ownerOf(actor)
      const hook = await hookStore(db, owner).find(id)
      if (!hook) throw notFound()
      const body = pingBody(id, now, `${settings.publicUrl}/api/docs`)
      const said = { id: `msg_${id}_try_${now.getTime()}`, body }
      // no transaction is held while somebody else answers
      const tried = await tryCall(outgoing, () => signedCall(serverSecret, hook, said, now))
      await inTransaction(async (work) => {
        // its events follow one another, whoever else tries it
        await locked(work, owner, id)
        await told(work, owner, hook, 'hook-tried', { code: tried.code, tookMs: tried.tookMs })
      })
      return tried
    },

    replay: ({ actor, now, inTransaction }, { id, ...asked }) =>
      inTransaction(async (work) => {
        const owner = ownerOf(actor)
        const hook = await locked(work, owner, id)
        const store = hookStore(work.db, owner)
        const { from, until } = replayWindow(asked)
        const isReplaying = await store.isReplaying(id)
        refuse(replayWords, whyNotReplay({ state: hook.state, isReplaying }, { from, until }, now))
        const events = await store.events({ ...owner, withTests: hook.withTests }, from, until)
        refuse(replayWords, whyTooMany(events.length))
        const deliveries = await fillHooks(work.db, events, { only: id, isReplay: true })
        await told(work, owner, hook, 'hook-replayed', {
          ...{ from: from.toISOString(), until: until.toISOString() },
          deliveries,
        })
        return { deliveries }
      }),
  }
}

async function locked(work: Work, owner: HookOwner, id: number): Promise<Row> {
  const row = await hookWriter(work, owner).lock(id)
  if (!row) throw notFound()
  return row
}

const wishOf = ({ kinds, withTests }: Row) => ({ kinds, ...(withTests ? { withTests: true } : {}) })

const tidied = ({ url, kinds, ...draft }: HookDraft): HookDraft => ({
  ...draft,
  url: new URL(url).href,
  kinds: [...new Set(kinds)],
})

function refuseSame(others: readonly { url: string }[], url: string): void {
  const { href } = new URL(url)
  if (others.some((other) => other.url === href)) refuse(hookWords, no('same-address', 'url'))
}

type HookEvent = Parameters<Work['record']>[0] & { kind: `hook-${string}` }

const told = (
  work: Work,
  owner: HookOwner,
  { id, url }: Pick<Row, 'id' | 'url'>,
  kind: HookEvent['kind'],
  detail: object,
) => {
  const { reader, organisationId } = owner
  return work.record({
    subjectId: String(id),
    kind,
    detail: { host: new URL(url).host, ...detail },
    hospitalId: reader === 'hospital' ? organisationId : null,
    bankId: reader === 'bank' ? organisationId : null,
  } as HookEvent)
}

async function shown(db: Db, owner: HookOwner, rows: readonly Row[]): Promise<Hook[]> {
  const waiting = await hookStore(db, owner).waiting(rows.map(({ id }) => id))
  return rows.map(({ secretSealed: _, oldSealed: __, organisationId: ___, ...row }) => ({
    ...row,
    waiting: waiting.get(row.id) ?? 0,
  }))
}

async function one(work: Work, owner: HookOwner, row: Row): Promise<Hook> {
  const [hook] = await shown(work.db, owner, [row])
  if (!hook) throw new Error('a hook that was saved is not there')
  return hook
}

const delivery = (row: DeliveryRow): HookDelivery => ({
  ...{ eventId: row.eventId, kind: row.kind, subject: row.subject, happenedAt: row.happenedAt },
  ...{ state: row.state, tries: row.tries, code: row.code, fault: row.fault },
  ...{ tookMs: row.tookMs, triedAt: row.triedAt },
  nextAt: row.state === 'waiting' || row.state === 'failed' ? row.nextAt : null,
})

/** The contract lets only those this far who look after an organisation, or after all of them. */
function ownerOf(actor: Actor): HookOwner {
  if (actor.kind !== 'member') throw forbidden()
  if (isProvider(actor)) return { reader: 'provider', organisationId: null }
  if (actor.organisationId === null) throw forbidden()
  return { reader: isBank(actor) ? 'bank' : 'hospital', organisationId: actor.organisationId }
}

const nameOf = (actor: Actor): string =>
  doerText({ person: (actor.kind === 'member' && actor.person) || '', place: actor.displayName })
