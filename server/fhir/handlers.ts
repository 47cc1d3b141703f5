import { createHash } from 'node:crypto'
import { apiVersion } from '#contract/api-changes.ts'
import type { fhir } from '#contract/fhir.ts'
import { requests } from '#contract/requests.ts'
import { no } from '#domain/basics/refusal.ts'
import { tidy } from '#domain/basics/text.ts'
import { capabilityOf } from '#domain/fhir/capability.ts'
import {
  cancelReasonIn,
  placerOf,
  sentIn,
  whyNotPlaced,
  whyNotRead,
  whyNotReplacing,
  whyNotSo,
} from '#domain/fhir/reading.ts'
import { atSubject, fhirWords } from '#domain/fhir/refusals.ts'
import { askedBefore, askedIn } from '#domain/fhir/repeating.ts'
import { floodWords, type RaiseLimits, whyNotRaiseMore } from '#domain/requests/flooding.ts'
import { whyNotRaise } from '#domain/requests/raising.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import type { TellOpened } from '../db/opening.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import { type Call, Created, type Handlers } from '../platform/http/call.ts'
import { Answer, forbidden, refuse } from '../platform/http/refuse.ts'
import type { requestHandlers } from '../requests/handlers.ts'
import { raiseOne } from '../requests/raising.ts'
import { followingHandlers } from './following.ts'
import { listed, orderOf, showOne, told } from './showing.ts'
import { fhirStore } from './store.ts'

export type FhirParts = {
  /** What is done to an order is done by those who do it for the screens. */
  requests: ReturnType<typeof requestHandlers>
  limits: RaiseLimits
  opened: TellOpened
  publicUrl: string
}

export function fhirHandlers(parts: FhirParts): Handlers<typeof fhir> {
  const base = `${parts.publicUrl}/fhir`
  const capability = capabilityOf(base, apiVersion)
  const at = (id: string) => `${base}/ServiceRequest/${id}`

  return {
    metadata: () => capability,

    async raise({ actor, now, db, atOnce }, { resource }) {
      refuse(fhirWords, whyNotSo(resource))
      refuse(fhirWords, whyNotPlaced(resource))
      refuse(fhirWords, whyNotReplacing(resource, null))
      refuse(fhirWords, whyNotRead(resource))
      const { hospitalId } = hospitalOf(actor)
      const { draft, more, placer } = sentIn(resource, now)
      if (placer === null) throw new Error('whyNotPlaced was not asked')
      const placed = { ...placer, fingerprint: hashOf(askedIn(resource)) }
      const known = [placed.fingerprint, hashOf(askedBefore(resource))]
      const store = fhirStore(db)
      /** The order that has this number already: the one that was sent, or another. */
      const before = async () => {
        const first = await store.placed(hospitalId, placer)
        if (!first) return null
        if (!known.includes(first.fingerprint))
          refuse(fhirWords, no('placer-used', undefined, { id: first.requestId }))
        return told(db, await orderOf(db, { hospitalId }, first.requestId))
      }
      const first = await before()
      if (first) return first
      const objection = whyNotRaise(draft, now)
      refuse(requestWords, objection && atSubject(objection, resource))
      const outcome = await raiseOne(
        // its answer is kept nowhere: the number is its key
        (request) => atOnce({ resourceType: 'ServiceRequest', id: request.id }),
        { ...draft, more },
        { ...actor, hospitalId, now },
        parts.limits,
        placed,
      )
      if (outcome === 'too-many')
        refuse(floodWords, whyNotRaiseMore(parts.limits.refusedFrom, parts.limits), 429)
      if (typeof outcome === 'object') return new Created(await told(db, outcome), at(outcome.id))
      const meanwhile = await before()
      if (!meanwhile) throw new Error('the order that has this number is gone')
      return meanwhile
    },

    list: (call, asked) => listed(call, asked, base),

    show: (call, { id }) => showOne(call, id, parts.opened),

    async change(call, { id, resource }) {
      const { actor, db, now } = call
      const { hospitalId } = hospitalOf(actor)
      const version = seenBy(call.headers)
      const before = await orderOf(db, { hospitalId }, id)
      refuse(requestWords, whyStale(before, version), 412)
      if (resource.id !== id) refuse(fhirWords, no('id-differs'))
      try {
        await act()
      } catch (error) {
        // changed between the look and the lock
        if (!(error instanceof Answer)) throw error
        const status = error.body.code === 'changed-meanwhile' ? 412 : error.status
        throw new Answer(status, atSubject(error.body, resource), error.retryAfter)
      }
      return told(db, await orderOf(db, { hospitalId }, id))

      async function act(): Promise<void> {
        // as they are called for the screens; neither asks for a key, whose answer would be another
        const asked = call as unknown as Call<typeof requests.cancel> & Call<typeof requests.amend>
        if (resource.status === 'revoked') {
          if (!requests.cancel.who(actor)) throw forbidden()
          const reason = tidy(cancelReasonIn(resource))
          await parts.requests.cancel(asked, { id, version, reason })
          return
        }
        if (!requests.amend.who(actor)) throw forbidden()
        refuse(fhirWords, whyNotSo(resource))
        refuse(fhirWords, whyNotRead(resource))
        await refuseOtherPlacer()
        await refuseOtherReplaced()
        const { draft, more } = sentIn(resource, now)
        await parts.requests.amend(asked, { ...draft, more, id, version })
      }

      async function refuseOtherPlacer(): Promise<void> {
        const placer = placerOf(resource)
        if (placer === null) return
        const kept = await fhirStore(db).placed(hospitalId, placer)
        if (kept?.requestId !== id) refuse(fhirWords, no('placer-changed'))
      }

      async function refuseOtherReplaced(): Promise<void> {
        if (!resource.replaces) return
        const known = (await fhirStore(db).besidesOf([before])).get(id)?.replaces ?? null
        refuse(fhirWords, whyNotReplacing(resource, known))
      }
    },

    ...followingHandlers(base),
  }
}

/** Which version its sender saw. */
function seenBy(headers: Headers): number {
  const said = headers.get('if-match')
  if (said === null) refuse(fhirWords, no('if-match-missing'), 428)
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(said ?? '') ?? []
  if (version === undefined) refuse(fhirWords, no('if-match-unreadable'))
  return Number(version)
}

const hashOf = (asked: string): string => createHash('sha256').update(asked).digest('hex')
