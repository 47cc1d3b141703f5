import { expect, test } from 'vitest'
import { aBag } from '#testing/makers/bags.ts'
import { instantOf } from '../basics/time.ts'
import { readLabels } from './isbt.ts'
import { shelfGroups } from './kinds.ts'
import { labelCode, numberCode } from './label-codes.ts'
import { readBag } from './reading.ts'

test.each(shelfGroups)('AMB-314 what a label of %s says is read back as it was', (bloodGroup) => {
  for (const day of ['2026-01-01', '2028-02-29', '2028-12-31']) {
    const expiresAt = instantOf(day, '18:05')
    const read = readLabels(labelCode(aBag({ bloodGroup, collectedOn: '2026-11-15', expiresAt })))
    expect(read).toEqual({
      labels: [
        { kind: 'number', number: 'A999926014381' },
        { kind: 'group', group: bloodGroup, isForOne: false },
        { kind: 'expiry', at: expiresAt, day, hasTime: true },
        { kind: 'collected', at: instantOf('2026-11-15', '23:59'), day: '2026-11-15', hasTime: false },
      ],
    })
  }
})

test("AMB-314 a bank's own number stands on its label as it is", () => {
  const own = aBag({ number: 'RB/26-00812', numberKind: 'own' })
  for (const text of [numberCode(own), labelCode(own)])
    expect(readBag(text)).toMatchObject({ number: 'RB/26-00812' })
  expect(readBag(numberCode(aBag()))).toMatchObject({ number: 'A999926014381', numberKind: 'isbt' })
})
