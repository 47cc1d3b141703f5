import { expect, test } from 'vitest'
import { fhir } from '#contract/fhir.ts'
import { instantOf } from '#domain/basics/time.ts'
import { faultsInFhir } from '#testing/harness/fhir-validator.ts'
import { aService } from '#testing/harness/service.ts'
import { sized } from '#testing/harness/size.ts'
import { aServiceRequest } from '#testing/makers/fhir.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { diceFrom } from '../server/demo/makers/dice.ts'
import { anyValid, brokenAt } from '../trust/input/shapes.ts'

const count = sized(300, 50_000)
const now = instantOf('2026-11-16', '10:00')

test(
  `AMB-326 ${count} bodies made from the shape: none is a fault of ours, and whatever is answered is R4`,
  async () => {
    const service = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
    const client = service.as('firm_pilot')
    const dice = diceFrom(81)
    const faults: string[] = []
    const seen: Record<number, number> = {}
    const input = fhir.raise.input
    const body = (): unknown => {
      const right = { resource: aServiceRequest(aDraft(now)) }
      if (dice.chance(0.1)) return right.resource
      if (dice.chance(0.2)) return anyValid(input, dice).resource
      let broken: Record<string, unknown> = right
      for (let times = dice.between(1, 3); times > 0; times--) broken = brokenAt(input, broken, dice).input
      return broken.resource ?? null
    }
    const first = await client.raw('POST', fhir.raise.path, { body: aServiceRequest(aDraft(now)) })
    const { id } = first.json() as { id: string }
    /** A new order, or a change of the first one: of the version there is, of another, or of none. */
    const call = (): { method: string; path: string; version: string | null } =>
      dice.chance(0.8)
        ? { method: 'POST', path: fhir.raise.path, version: null }
        : {
            method: 'PUT',
            path: `${fhir.raise.path}/${id}`,
            version: dice.pick([null, 'W/"1"', 'W/"9"', 'x']),
          }
    for (let done = 0; done < count; done += 10) {
      if (done % 500 === 0) await service.db.deleteFrom('rateLimits').execute()
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const sent = JSON.stringify(body())
          const { method, path, version } = call()
          const { status, text } = await client.raw(method, path, {
            body: sent,
            headers: { 'content-type': 'application/fhir+json', ...(version && { 'if-match': version }) },
          })
          seen[status] = (seen[status] ?? 0) + 1
          const wrong = status >= 500 ? [text] : faultsInFhir(JSON.parse(text))
          const isOutcome = status < 300 || text.startsWith('{"resourceType":"OperationOutcome"')
          if (wrong.length > 0 || !isOutcome)
            faults.push(`${method} ${status} ${wrong.join()} of ${sent.slice(0, 500)}`)
        }),
      )
    }
    expect(faults.slice(0, 5)).toEqual([])
    expect(seen[201]).toBeGreaterThan(count / 20)
    expect(seen[422]).toBeGreaterThan(count / 3)
    expect(seen[428]).toBeGreaterThan(0)
  },
  20 * 60_000,
)
