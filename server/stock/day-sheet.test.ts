import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { stock } from '#contract/stock.ts'
import { days, earlier, instantOf, later, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank, anAccount } from '#testing/makers/makers.ts'
import { aBagIn, keepBags } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
beforeEach(() => service.clock.moveTo(now))

async function aCountingBank() {
  const { id, name } = await aBank(service.db)
  const grant = { product: 'bloodbank', organisationId: id, role: 'admin' } as const
  const { email } = await anAccount(service.db, { email: `${id}.chief`, name: 'S. Meena', grant })
  const bank = service.as(email)
  const linesOf = async (day: string): Promise<string[][]> =>
    parse((await bank.raw('GET', `/api/sheets/day?day=${day}&as=csv`)).bytes, { bom: true })
  return { id, name, bank, linesOf }
}

test('AMB-337 a day sheet has the last count up to the end of that day, component by group, and nothing of a later one', async () => {
  const { name, bank, linesOf } = await aCountingBank()
  const count = (units: number, seenAt: Date | null) =>
    bank.done(stock.count, { component: 'PRBC', seenAt, quantities: { ...byGroup(() => units), 'O-': 0 } })
  service.clock.moveTo(earlier(now, days(2)))
  const first = await count(3, null)
  service.clock.moveTo(earlier(now, days(1)))
  const second = await count(4, first.countedAt)
  service.clock.moveTo(now)
  await count(5, second.countedAt)
  const [titles, prbc, sdp] = await linesOf('2026-11-15')
  expect(titles).toEqual(
    'Date,Blood Bank,Component,A POS,A NEG,B POS,B NEG,O POS,O NEG,AB POS,AB NEG,Total,From,Counted At,Counted By'.split(
      ',',
    ),
  )
  expect(prbc?.slice(0, 13)).toEqual(
    ['2026-11-15', name, 'Packed Red Blood Cells', 4, 4, 4, 4, 4, 0, 4, 4, 28, 'count'].map(String),
  )
  expect(prbc?.slice(13)).toEqual(['2026-11-15T10:00:00+05:30', 'S. Meena'])
  expect(sdp?.slice(3).join('')).toBe('')
  expect((await linesOf('2026-11-14'))[1]?.[11]).toBe('21')
  expect((await linesOf('2026-11-16'))[1]?.[11]).toBe('35')
  expect((await linesOf('2026-11-13'))[1]?.[11]).toBe('')
})

test('AMB-337 where bags are kept, today is what lies free; a day to come is refused; it is printed too, and each is an event', async () => {
  const { id, bank, linesOf } = await aCountingBank()
  await keepBags(service.db, id)
  const alive = { state: 'available', expiresAt: later(now, days(9)) } as const
  await aBagIn(service.db, id, { ...alive, component: 'FFP', bloodGroup: 'A+' })
  const ffp = (await linesOf('2026-11-16')).find((line) => line[2]?.startsWith('Fresh'))
  expect([ffp?.[3], ffp?.[13], ffp?.[14]]).toEqual(['1', '1', 'bags'])
  const tomorrow = await bank.raw('GET', '/api/sheets/day?day=2026-11-17&as=csv')
  expect([tomorrow.status, tomorrow.json()]).toMatchObject([422, { code: 'day-to-come', field: 'day' }])
  const pdf = await readPdf((await bank.raw('GET', '/api/sheets/day?day=2026-11-16&as=pdf')).bytes)
  expect(pdf.text).toContain('Day sheet')
  expect(pdf.text).toContain('6 lines')
  service.clock.moveTo(later(now, minutes(1)))
  const told = (await bank.done(audit.list, { group: 'download' })).items.map(({ what }) => what)
  expect(told).toEqual([
    'Downloaded a list, day-sheet as pdf, day 2026-11-16, 6 rows',
    'Downloaded a list, day-sheet as csv, day 2026-11-16, 6 rows',
  ])
})

test('AMB-421 where bags are kept, whole blood, cryoprecipitate and Bombay blood are in it; before today, and elsewhere, they are not counted', async () => {
  const { id, bank, linesOf } = await aCountingBank()
  expect((await linesOf('2026-11-16')).map((line) => line[2])).toHaveLength(5)
  await bank.done(stock.count, { component: 'PRBC', seenAt: null, quantities: byGroup(() => 1) })
  await keepBags(service.db, id)
  const alive = { state: 'available', expiresAt: later(now, days(9)) } as const
  await aBagIn(service.db, id, { ...alive, component: 'WB', bloodGroup: 'Oh-' })
  await aBagIn(service.db, id, { ...alive, component: 'CRYO', bloodGroup: 'A+' })
  const [titles, ...today] = await linesOf('2026-11-16')
  expect(titles?.slice(10, 14)).toEqual(['AB NEG', 'Oh (Bombay) POS', 'Oh (Bombay) NEG', 'Total'])
  expect(today.map((line) => [line[2], line[3], line[12], line[13]])).toEqual([
    ['Packed Red Blood Cells', '0', '0', '0'],
    ['Single Donor Platelets', '0', '0', '0'],
    ['Fresh Frozen Plasma', '0', '0', '0'],
    ['Random Donor Platelets', '0', '0', '0'],
    ['Whole Blood', '0', '1', '1'],
    ['Cryoprecipitate', '1', '0', '1'],
  ])
  service.clock.moveTo(later(now, days(1)))
  const [, ...before] = await linesOf('2026-11-16')
  expect(before.map((line) => [line[3], line[12], line[13], line[14]])).toEqual([
    ['1', '', '8', 'count'],
    ...Array(5).fill(['', '', '', '']),
  ])
})
