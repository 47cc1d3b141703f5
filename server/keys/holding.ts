import { createHash, randomBytes } from 'node:crypto'
import { no } from '#domain/basics/refusal.ts'
import { minutes } from '#domain/basics/time.ts'
import { type HeldKey, keyBeginning, keyIn, keyUseWords, whyNotFrom, whyNotUse } from '#domain/keys/using.ts'
import { displayNameOf, type Member } from '#domain/people/actor.ts'
import { supportName, testHospital } from '#domain/people/roles.ts'
import type { Clock } from '../basics/clock.ts'
import type { Db } from '../db/database.ts'
import { type Remembered, remember } from '../people/remembered.ts'
import { refuse } from '../platform/http/refuse.ts'
import { type FoundKey, keyStore } from './store.ts'

/** Nobody guesses 32 random bytes, so a quick hash is enough: there is nothing to try out (decision 79). */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export const newKey = (isTest: boolean): string =>
  `${keyBeginning(isTest)}${randomBytes(32).toString('base64url')}`

/** A key as a call finds it; without an actor where its organisation is suspended. */
type Holder = HeldKey & { id: string; organisationId: string | null; actor: Member | null }

export type Keys = {
  /** Whom the key of a call acts as. Answers 401 if it is none, or none any more; 403 from where it is not taken. */
  whoHolds(authorization: string, address: string): Promise<Member>
  forget: Remembered<Holder>['forget']
}

export function keysOn(options: {
  db: Db
  clock: Clock
  hears: () => boolean
  forMs?: number | undefined
  onError: (error: unknown) => void
}): Keys {
  const { db, clock, onError } = options
  const holders = remember<Holder>({
    ...options,
    ask: async (hash) => {
      const found = await keyStore(db).byHash(hash)
      return found ? holderOf(found) : null
    },
    belongsTo: {
      key: (holder, id) => holder.id === id,
      // a test key is of two organisations; what happens to one is rare
      organisation: ({ organisationId, actor }, id) =>
        organisationId === id || actor === null || actor.organisationId === id,
    },
  })
  /** When its use was last written down here. */
  const touched = new Map<string, number>()

  /** Not waited for: nobody's call is later for it. */
  function touch(id: string, now: Date): void {
    const before = touched.get(id)
    if (before !== undefined && Math.abs(now.getTime() - before) < minutes(1)) return
    if (touched.size >= mostTouched) touched.clear()
    touched.set(id, now.getTime())
    keyStore(db).touch(id, now).catch(onError)
  }

  return {
    async whoHolds(authorization, address) {
      const key = keyIn(authorization)
      const holder = key === null ? null : await holders.whoIs(hashOfKey(key))
      if (!holder) throw refused('key-unknown')
      const now = clock.now()
      refuse(keyUseWords, whyNotUse(holder, now), 401)
      if (!holder.actor) throw refused('key-suspended')
      refuse(keyUseWords, whyNotFrom(holder, address), 403)
      touch(holder.id, now)
      return holder.actor
    },
    forget: holders.forget,
  }
}
const mostTouched = 10_000

function refused(code: 'key-unknown' | 'key-suspended'): never {
  refuse(keyUseWords, no(code), 401)
  throw new Error(code)
}

const holderOf = (found: FoundKey): Holder => ({
  id: found.id,
  organisationId: found.organisationId,
  networks: found.networks,
  until: found.until,
  stoppedAt: found.stoppedAt,
  actor: actorOf(found),
})

/** Status and kind are asked of the organisation as for its people; a test key is stopped with either of its two. */
function actorOf({ owner, place, ...key }: FoundKey): Member | null {
  const isProviders = key.organisationId === null
  if (owner?.accountStatus === 'suspended' || place?.accountStatus === 'suspended') return null
  const member = {
    kind: 'member',
    accountId: key.id,
    email: `${key.name} (key)`,
    role: 'admin',
    isApprovingBlocked: true,
    key: { scopes: key.scopes },
  } as const
  if (isProviders && !key.isTest)
    return {
      ...member,
      product: 'admin',
      organisationId: null,
      displayName: supportName,
      person: `${key.name} (key)`,
      accountStatus: 'active',
    }
  const product = key.isTest ? 'pilot' : key.product
  const isTheirs = place?.kind === (product === 'bloodbank' ? 'bank' : 'hospital')
  const status = (one: typeof place) => one?.accountStatus ?? 'pending'
  const ownStatus = isProviders ? 'active' : status(owner)
  return {
    ...member,
    product,
    organisationId: key.isTest ? testHospital : key.organisationId,
    displayName: place ? shownAs(place) : '',
    person: key.isTest
      ? `${key.name} (test key of ${owner ? shownAs(owner) : supportName})`
      : `${key.name} (key)`,
    accountStatus: ownStatus === 'pending' || !isTheirs ? 'pending' : status(place),
  }
}

const shownAs = ({ kind, name }: { kind: string; name: string }): string =>
  kind === 'hospital' ? displayNameOf(name) : name
