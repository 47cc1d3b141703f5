import { beforeEach, expect, test } from 'vitest'
import { matching } from '#contract/matching.ts'
import { slips } from '#contract/slips.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { readSlip } from '#domain/slips/slip.ts'
import { judgeSlip } from '#domain/slips/verdict.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { theSecret } from '#testing/makers/sessions.ts'
import { aShelf } from '#testing/makers/shelves.ts'
import { keyCommand } from './key-command.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
beforeEach(() => service.clock.moveTo(now))

async function run(at: Date, ...args: string[]) {
  const said: string[] = []
  const code = await keyCommand(args, {
    ...{ databaseUrl: service.databaseUrl, secret: theSecret, now: at },
    say: (line) => said.push(line),
  })
  return { code, said: said.join('\n') }
}

async function aSlip(shelf: Awaited<ReturnType<typeof aShelf>>) {
  const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const { slip } = await shelf.staff.done(matching.issue, anIssue(id, bags))
  return db.selectFrom('issues').select(['jws', 'kid']).where('slip', '=', slip).executeTakeFirstOrThrow()
}

async function verdictOf(jws: string, at: Date) {
  const { items, toldAt } = await service.anonymous.done(slips.keys, {})
  const judged = { isSigned: true, isElsewhere: false, isSetAside: false, isOnline: true, now: at }
  return judgeSlip(readSlip(jws), { keys: items, toldAt }, judged)
}

test('AMB-333 retired, a key signs no more and keeps what it signed; the bank goes on with a new one', async () => {
  const shelf = await aShelf(service)
  const first = await aSlip(shelf)
  const at = later(now, minutes(5))
  expect(await run(at, 'retire', shelf.id, first.kid)).toMatchObject({
    ...{ code: 0, said: expect.stringContaining(`${shelf.id} signs with ${shelf.id}-2`) },
  })
  expect((await verdictOf(first.jws, at)).kind).toBe('genuine')
  service.clock.moveTo(at)
  const second = await aSlip(shelf)
  expect(second.kid).toBe(`${shelf.id}-2`)
  expect(await run(at, 'retire', shelf.id, first.kid)).toMatchObject({ code: 1 })
  const { said } = await run(at, 'list', shelf.id)
  expect(said).toMatch(new RegExp(`${first.kid} .* retired .*\n.*${second.kid} .* in use`))
})

test('AMB-333 what others may have is not trusted, whenever it signed; both are events, and the private half is told nowhere', async () => {
  const shelf = await aShelf(service)
  const { kid, jws } = await aSlip(shelf)
  await run(now, 'retire', shelf.id, kid)
  const at = later(now, minutes(9))
  expect((await run(at, 'compromise', shelf.id, kid)).said).toContain(`not trusted since ${at.toISOString()}`)
  expect(await verdictOf(jws, at)).toMatchObject({ kind: 'withdrawn', on: at })
  expect(await run(at, 'compromise', shelf.id, kid)).toMatchObject({ code: 1 })
  const events = await db.selectFrom('events').selectAll().where('subjectId', '=', kid).execute()
  expect(events.map(({ kind, bankId, actorName }) => [kind, bankId, actorName])).toEqual([
    ['slip-key-retired', shelf.id, 'operator'],
    ['slip-key-compromised', shelf.id, 'operator'],
  ])
  const sealed = await db
    .selectFrom('bankKeys')
    .select('privateSealed')
    .where('bankId', '=', shelf.id)
    .execute()
  for (const { privateSealed } of sealed) expect(JSON.stringify(events)).not.toContain(privateSealed)
  expect((await verifyEvents(db)).faults).toEqual([])
})

test('AMB-333 of another bank, of none and asked wrongly nothing is done', async () => {
  const [one, other] = [await aShelf(service), await aShelf(service)]
  const { kid } = await aSlip(one)
  expect(await run(now, 'retire', other.id, kid)).toEqual({ code: 1, said: `${other.id} has no key ${kid}.` })
  for (const wrong of [[], ['retire', one.id], ['burn', one.id, kid], ['list', one.id, kid]])
    expect(await run(now, ...wrong)).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm run slip-keys'),
    })
  expect((await run(now, 'list', other.id)).said).toContain('No key yet')
  const { retiredAt } = await db
    .selectFrom('bankKeys')
    .selectAll()
    .where('kid', '=', kid)
    .executeTakeFirstOrThrow()
  expect(retiredAt).toBeNull()
})
