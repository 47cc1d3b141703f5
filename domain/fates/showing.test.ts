import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { isInHouse, isToReceive, toldOfBag } from './showing.ts'

type ToldBag = Parameters<typeof toldOfBag>[0]
const at = instantOf('2026-11-16', '10:42')
const bag: ToldBag = {
  ...{ state: 'issued', found: null, receivedAt: null, receivedBy: null, setAside: null },
  ...{ fate: null, fateAt: null, toldBy: null },
}
const received: ToldBag = {
  ...bag,
  ...{ state: 'received', found: 'warm', receivedAt: at, receivedBy: 'S. Meena, Firm' },
}

test('AMB-345 what was said of a bag, one line each', () => {
  expect(toldOfBag(bag)).toEqual([])
  expect(toldOfBag(received)).toEqual(['Received warm, 16 Nov 2026, 10:42 am, S. Meena, Firm'])
  expect(toldOfBag({ ...received, fate: 'returned', fateAt: at, toldBy: 'Firm' })).toEqual([
    'Received warm, 16 Nov 2026, 10:42 am, S. Meena, Firm',
    'Sent back, 16 Nov 2026, 10:42 am, Firm',
  ])
})

test('AMB-345 a bag that did not come was not received', () => {
  const lost: ToldBag = {
    ...received,
    state: 'missing',
    found: 'missing',
    fate: 'missing',
    fateAt: at,
    toldBy: 'Firm',
  }
  expect(toldOfBag(lost)).toEqual(['Missing, 16 Nov 2026, 10:42 am, Firm'])
})

test.each<[ToldBag, boolean, boolean]>([
  [bag, true, false],
  [received, false, true],
  [{ ...received, state: 'transfused', fate: 'transfused' }, false, false],
  [{ ...bag, state: 'discarded' }, false, false],
  // AMB-358
  [{ ...bag, setAside: 'new-bag' }, false, false],
  [{ ...bag, setAside: 'other-bank' }, false, false],
  [{ ...bag, setAside: 'recalled' }, true, false],
  [{ ...bag, setAside: 'misfit' }, true, false],
  [{ ...bag, setAside: 'incompatible' }, true, false],
  [{ ...received, setAside: 'new-bag' }, false, true],
])('AMB-345 a bag %# is still to be received or told of', (one, toReceive, inHouse) => {
  expect([isToReceive(one), isInHouse(one)]).toEqual([toReceive, inHouse])
})
