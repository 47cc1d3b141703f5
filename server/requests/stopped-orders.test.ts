import { expect, test } from 'vitest'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { earlier, hours, instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aReport } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aRequest } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [driver, provider] = [service.as(arun), service.as('bloodsupport')]

test('AMB-262 what a driver stopped waits in the row and on Home, above what is late, until it is decided or over', async () => {
  const late = { status: 'issued', deadlineAt: earlier(now, hours(1)) } as const
  const [one, other, untouched] = [
    await aRequest(db, late, now),
    await aRequest(db, late, now),
    await aRequest(db, late, now),
  ]
  const stop = async ({ id }: { id: string }) => {
    const report = aReport({ id, step: 'delivered', temperature: 14.6 }, now)
    await driver.done(driving.step, { ...report, isStop: true })
    return report
  }
  const all = [one.id, other.id, untouched.id]
  const which = (rows: readonly { id: string }[]) => all.filter((id) => rows.some((row) => row.id === id))
  const waiting = async () => {
    const { items } = await provider.done(orders.list, {})
    const { stopped, late } = await provider.done(orders.summary, {})
    expect(stopped.count).toBe(stopped.first.length)
    const rows = which(items.filter(({ stopWaits }) => stopWaits))
    return { rows, stopped: which(stopped.first), late: which(late.first) }
  }
  expect(await waiting()).toEqual({ rows: [], stopped: [], late: all })
  const { stepId } = await stop(one)
  await stop(other)
  const both = [one.id, other.id]
  expect(await waiting()).toEqual({ rows: both, stopped: both, late: [untouched.id] })
  const seen = { id: one.id, version: one.version + 1 }
  await provider.done(driving.decide, { ...seen, stepId, decision: 'return', reason: '' })
  await db.updateTable('requests').set({ status: 'cancelled' }).where('id', '=', other.id).execute()
  expect(await waiting()).toEqual({ rows: [], stopped: [], late: [one.id, untouched.id] })
})
