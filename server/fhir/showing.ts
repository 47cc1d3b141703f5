import type { z } from 'zod'
import type { fhir } from '#contract/fhir.ts'
import type { Placer } from '#domain/fhir/reading.ts'
import { reasonOf } from '#domain/fhir/reasons.ts'
import { fhirWords } from '#domain/fhir/refusals.ts'
import {
  type AskedIdentifier,
  changedIn,
  identifiersIn,
  statusesIn,
  usualInBundle,
} from '#domain/fhir/searching.ts'
import { bundleOf, serviceRequestOf } from '#domain/fhir/showing.ts'
import { numbers } from '#domain/fhir/systems.ts'
import { nothingMore } from '#domain/matching/needs.ts'
import { type Actor, isBank } from '#domain/people/actor.ts'
import { type BloodRequest, RequestId } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest } from '../db/requests.ts'
import { bankOf, hospitalOf } from '../people/organisation-of.ts'
import type { Call } from '../platform/http/call.ts'
import { placeAfter, readPlace } from '../platform/http/paging.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { openedRequest } from '../requests/detail.ts'
import { fhirStore, type Whose } from './store.ts'

/** Whose orders somebody reads. */
export const whoseOf = (actor: Actor): Whose =>
  isBank(actor) ? { bankId: bankOf(actor).bankId } : { hospitalId: hospitalOf(actor).hospitalId }

/** Theirs, or not there. */
export async function orderOf(db: Db, whose: Whose, id: string): Promise<BloodRequest> {
  const request =
    'hospitalId' in whose ? await findRequest(db, id, whose.hospitalId) : await findRequest(db, id)
  if (!request || ('bankId' in whose && request.bankId !== whose.bankId)) throw notFound()
  return request
}

/** To its own hospital: whole. */
export const told = async (db: Db, request: BloodRequest) => (await toldAll(db, [request]))[0] as Told

const nothingBesides = { more: nothingMore, replaces: null, replacedBy: null, bombay: null, said: null }

type Told = ReturnType<typeof serviceRequestOf>

async function toldAll(db: Db, requests: readonly BloodRequest[]): Promise<Told[]> {
  const store = fhirStore(db)
  const ids = requests.map(({ id }) => id)
  const [placers, besides] = await Promise.all([store.placersOf(ids), store.besidesOf(requests)])
  return requests.map((request) => {
    const { bombay, said, ...beside } = besides.get(request.id) ?? nothingBesides
    const placersOfIt = placers.flatMap(({ requestId, system, value }): Placer[] =>
      requestId === request.id ? [{ system, value }] : [],
    )
    const statusReason = reasonOf(request, said)
    const patient = { ...request, ...beside, statusReason, placers: placersOfIt }
    return serviceRequestOf(request, patient, { needs: beside.more.needs, bombay })
  })
}

/** To its bank: what a bag for it has to be, and nothing of the patient. */
async function toldToBank(db: Db, requests: readonly BloodRequest[]): Promise<Told[]> {
  const needs = await fhirStore(db).needsOf(requests.map(({ id }) => id))
  return requests.map((request) => serviceRequestOf(request, null, needs.get(request.id) ?? noNeed))
}

const noNeed = { needs: [], bombay: null }

const toldTo = (db: Db, whose: Whose, requests: readonly BloodRequest[]): Promise<Told[]> =>
  'hospitalId' in whose ? toldAll(db, requests) : toldToBank(db, requests)

/** That a hospital's person opened it stands in the trail, as for the screens. */
export async function showOne(
  { actor, db, now }: Call<typeof fhir.show>,
  id: string,
  opened: TellOpened,
): Promise<Told> {
  const whose = whoseOf(actor)
  const request = await orderOf(db, whose, id)
  if ('hospitalId' in whose) await opened({ db, actor, now }, openedRequest(request))
  const [one] = await toldTo(db, whose, [request])
  if (!one) throw notFound()
  return one
}

type Asked = z.output<typeof fhir.list.input>

export async function listed({ actor, db }: Call<typeof fhir.list>, asked: Asked, base: string) {
  const whose = whoseOf(actor)
  const changed = changedIn([asked._lastUpdated ?? []].flat())
  if ('code' in changed) {
    refuse(fhirWords, changed)
    throw new Error('refused')
  }
  const limit = asked._count ?? usualInBundle
  const after = readPlace(asked._cursor, '_cursor')
  const statuses = statusesIn(asked.status)
  if ('code' in statuses) {
    refuse(fhirWords, statuses)
    throw new Error('refused')
  }
  const rows =
    asked.identifier === undefined
      ? await fhirStore(db).changed(whose, { statuses, changed, after, limit })
      : (await numbered(db, whose, identifiersIn(asked.identifier))).filter(
          ({ status, updatedAt }) =>
            statuses.includes(status) &&
            (!changed.from || updatedAt >= changed.from) &&
            (!changed.to || updatedAt <= changed.to),
        )
  const isFull = asked.identifier === undefined && rows.length === limit
  const next = isFull ? placeAfter(rows.at(-1), ({ updatedAt }) => updatedAt) : null
  const link = (more: object) => `${base}/ServiceRequest${queryOf({ ...asked, ...more })}`
  return bundleOf(base, await toldTo(db, whose, rows), [
    { relation: 'self', url: link({}) },
    ...(next === null ? [] : [{ relation: 'next' as const, url: link({ _cursor: next }) }]),
  ])
}

function queryOf(asked: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
  return query.size === 0 ? '' : `?${query}`
}

/** Those with one of these numbers, ours or theirs; numbers of a hospital are its own. */
async function numbered(db: Db, whose: Whose, several: readonly AskedIdentifier[]): Promise<BloodRequest[]> {
  const ours = several.flatMap(({ system, value }) =>
    (system ?? numbers.request) === numbers.request && RequestId.safeParse(value).success ? [value] : [],
  )
  const theirs = 'hospitalId' in whose ? await fhirStore(db).found(whose.hospitalId, several) : []
  const found = await Promise.all(
    [...new Set([...ours, ...theirs])].map((id) => orderOf(db, whose, id).catch(() => null)),
  )
  return found.filter((one) => one !== null)
}
