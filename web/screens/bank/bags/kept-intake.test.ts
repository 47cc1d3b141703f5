import { expect, test } from 'vitest'
import { days, instantOf, later } from '#domain/basics/time.ts'
import { change, emptyIntake, type Said, takeScan } from './intake-lines.ts'
import { type Scanned, scannedIn, textOf } from './kept-intake.ts'

const now = instantOf('2026-11-16', '10:42')
const defaults = { component: 'PRBC', anticoagulant: 'SAGM', collectedOn: '2026-11-15', place: 'F2' } as const
const number = 'A999926014467'

function scanned(...scans: string[]): Scanned {
  let intake = emptyIntake
  for (const scan of scans) {
    const next = takeScan(intake, scan, defaults)
    if ('code' in next) throw new Error(next.code)
    intake = next
  }
  return { intake, defaults }
}

test('AMB-219 what was scanned is the same after a reload: labels with their times, and a number that is wrong', () => {
  const before = scanned(`=${number}00`, '=%6200', '&>0263312359', `${number}0`)
  const after = scannedIn(textOf(before, now), later(now, days(1)))
  expect(after).toEqual(before)
  expect(after?.intake.entries.map(({ read, fault }) => read?.number ?? fault?.code)).toEqual([
    ...['check-wrong', number],
  ])
})

test('AMB-219 what the bank has of a number is asked again', () => {
  const { intake } = scanned(number)
  const said: Said = {
    bloodGroup: 'A+',
    volumeMl: 20_000,
    segment: 'M6 41',
    donorFormId: '0123abcd',
    expiresAt: now,
  }
  const known = change(intake, 1, { known: [{} as never], said })
  const [entry] = scannedIn(textOf({ intake: known, defaults }, now), now)?.intake.entries ?? []
  expect(entry).toMatchObject({ known: [], said })
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another shape', '{"entries":[]}'],
  ['a day and more ago', textOf(scanned(number), later(now, -days(1) - 1))],
])('AMB-219 %s brings nothing back', (_, text) => {
  expect(scannedIn(text, now)).toBeNull()
})
