import { expect, test } from 'vitest'
import { news } from '#contract/news.ts'
import { aService } from '#testing/harness/service.ts'

const service = await aService({ demo: true, now: '2026-11-15T10:42:00+05:30' })

test.each(['firm', 'noble', 'city_admin', 'redbank_bloodbank', 'bloodsupport'])(
  'AMB-302 the bell of %s has something to tell, the newest first, some of it unread',
  async (email) => {
    const { items } = await service.as(email).done(news.list, {})
    expect(items.length).toBeGreaterThan(2)
    const times = items.map(({ at }) => at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const { unread } = await service.as(email).done(news.summary, {})
    expect(unread).toBeLessThan(60)
    expect(JSON.stringify(items)).not.toMatch(/Lakshmi|Anitha|Joseph/)
  },
)

test('AMB-302 what waits for firm’s approval is news to its admin, and what was decided says so', async () => {
  const admin = service.as('firm')
  const { items } = await admin.done(news.list, {})
  const raised = items.filter(({ kind }) => kind === 'raised')
  expect(raised.filter(({ isOver }) => !isOver).length).toBeGreaterThan(0)
  expect(raised.filter(({ isOver }) => isOver).length).toBeGreaterThan(0)
  expect((await admin.done(news.summary, {})).unread).toBeGreaterThan(0)
})
