import { randomUUID } from 'node:crypto'
import type { KeptKey, keys } from '#contract/keys.ts'
import { no } from '#domain/basics/refusal.ts'
import { endOf, keyWords, whyNotMake, whyNotOneMore } from '#domain/keys/making.ts'
import { shownLength } from '#domain/keys/using.ts'
import type { Actor, Member } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import { ownersOf } from '#domain/people/owning.ts'
import type { Db } from '../db/database.ts'
import { readHearers } from '../db/hearers.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { hashOfKey, newKey } from './holding.ts'
import { type KeyRow, keyStore, keyWriter } from './store.ts'

export const keyHandlers: Handlers<typeof keys> = {
  async list({ actor, db, now }) {
    const { organisationId } = memberOf(actor)
    const rows = await keyStore(db).list(organisationId, now)
    return { items: await shown(db, organisationId, rows) }
  },

  make({ actor, now, inTransaction }, draft) {
    const maker = memberOf(actor)
    const { product, organisationId } = maker
    refuse(keyWords, whyNotMake(draft, maker, now))
    return inTransaction(async (work) => {
      const writer = keyWriter(work)
      refuse(keyWords, whyNotOneMore(draft, await writer.namesOf(organisationId)))
      if (draft.isTest) await writer.ensureTestHospital()
      const key = newKey(draft.isTest)
      const { name, isTest } = draft
      const row = await writer.insert({
        ...{ organisationId, product, name, isTest },
        id: `key-${randomUUID()}`,
        prefix: key.slice(0, shownLength),
        hash: hashOfKey(key),
        scopes: [...new Set(draft.scopes)],
        networks: [...new Set(draft.networks)],
        until: endOf(draft, now),
        madeBy: maker.accountId,
        madeByName: nameOf(maker),
        madeAt: now,
      })
      const { prefix, scopes, networks } = row
      await work.record({
        subjectId: row.id,
        kind: 'key-made',
        detail: { ...{ name, prefix, scopes, networks, isTest }, until: row.until.toISOString() },
        ...ownersOf(maker),
      })
      const [kept] = await shown(work.db, organisationId, [row])
      if (!kept) throw new Error('a key that was made is not there')
      return { kept, key }
    })
  },

  stop({ actor, inTransaction }, { id }) {
    const member = memberOf(actor)
    return inTransaction(async (work) => {
      const writer = keyWriter(work)
      const before = await writer.lock(id, member.organisationId)
      if (!before) throw notFound()
      refuse(keyWords, before.stoppedAt === null ? null : no('already-stopped'))
      const row = await writer.stop(id, nameOf(member))
      await work.record({
        subjectId: id,
        kind: 'key-stopped',
        detail: { name: row.name },
        ...ownersOf(member),
      })
      const [kept] = await shown(work.db, member.organisationId, [row])
      if (!kept) throw new Error('a key that was stopped is not there')
      return kept
    })
  },
}

/** The contract lets nobody else this far. */
function memberOf(actor: Actor): Member {
  if (actor.kind !== 'member') throw forbidden()
  return actor
}

const nameOf = ({ person = '', displayName: place }: Member): string => doerText({ person, place })

/** Without its hash, and with whether its maker still looks after the organisation. */
async function shown(db: Db, organisationId: string | null, rows: readonly KeyRow[]): Promise<KeptKey[]> {
  const places = organisationId === null ? [] : [organisationId]
  const { hearers } = await readHearers(db, { places, drivers: [] })
  const admins = new Set(
    hearers(organisationId).flatMap(({ accountId, isAdmin }) => (isAdmin ? [accountId] : [])),
  )
  return rows.map(({ madeByName, stoppedByName, ...row }) => ({
    ...row,
    madeBy: madeByName,
    isMakerGone: !admins.has(row.madeBy),
    stoppedBy: stoppedByName,
  }))
}
