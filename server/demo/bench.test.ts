import { expect, test } from 'vitest'
import { matching } from '#contract/matching.ts'
import { slips } from '#contract/slips.ts'
import type { BenchStage } from '#domain/matching/bench-list.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { aService } from '#testing/harness/service.ts'
import { onBench } from './bench-today.ts'

test.each(['10:42', '03:05'])('AMB-218 the bench of the demonstration, filled at %s', async (time) => {
  const now = new Date(`2026-11-15T${time}:00+05:30`)
  const service = await aService({ demo: true, now, settings: { ROLE: 'web' } })
  const bank = service.as('redbank_bloodbank')
  const { items } = await bank.done(matching.orders, {})
  expect(items.length).toBeGreaterThanOrEqual(12)
  const rowOf = (id: string) => items.find((one) => one.id === id)
  const stages: Partial<Record<keyof typeof onBench, BenchStage>> = {
    ...{ reserved: 'sample', tube: 'on-hold', group: 'on-hold', substitution: 'match', plasma: 'issue' },
    ...{ incompatible: 'match', matching: 'match', packed: 'packed', emergency: 'owed' },
  }
  for (const [name, id] of Object.entries(onBench))
    expect([name, rowOf(id)?.stage]).toEqual([name, stages[name as keyof typeof onBench]])
  expect(new Set(items.map(({ stage }) => stage))).toEqual(
    new Set(['answer', 'sample', 'on-hold', 'match', 'issue', 'packed', 'owed']),
  )
  expect(rowOf(onBench.matching)).toMatchObject({ held: 3, matched: 2 })
  expect(rowOf(onBench.emergency)).toMatchObject({ owed: 2, packed: 2 })
  const { slips: left } = await service.as('bloodsupport').done(matching.packed, { id: onBench.packed })
  expect(left).toMatchObject([{ seq: 1, isEmergency: false, bags: [{ component: 'PRBC' }, {}] }])
  // a second slip is signed with the same key
  const { items: keys } = await service.anonymous.done(slips.keys, {})
  expect(keys).toMatchObject([{ bankId: 'redbank' }])
  expect((await verifyEvents(service.db)).faults).toEqual([])
  await service.close()
})
