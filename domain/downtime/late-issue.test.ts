import { describe, expect, test } from 'vitest'
import { aBag, aBenchOrder, aMatch, aSample, clearTests } from '#testing/makers/bags.ts'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { days, earlier, instantOf, later, minutes } from '../basics/time.ts'
import {
  isIncompatibleSince,
  type Sheet,
  type SheetFacts,
  sheetWords,
  tubeAt,
  whyNotIssueLate,
  whyNotSheet,
} from './late-issue.ts'

const at = (time: string) => instantOf('2026-11-16', time)
const now = at('18:00')
const compatible = { method: 'gel', result: 'compatible' } as const
const line = { number: 'A999926014381', division: '', match: compatible, isInspected: true, isSure: false }
const tube: NonNullable<Sheet['sample']> = {
  ...{ labelName: 'Mohammed Irfan', labelPatientId: 'FH-20817', takenBy: '', takenAt: at('09:20') },
  ...{ receivedAt: at('10:05'), groupFound: 'O+', antibodyScreen: 'not-done', recent: 'unknown' },
}
const sheet: Sheet = {
  ...{ seq: 1, sample: tube, bags: [line], matchedAt: at('10:30'), matchedBy: '' },
  ...{ issuedAt: at('11:00'), issuedBy: 'S. Meena', checkedBy: '', emergency: null },
}
const bag = aBag()
const facts: SheetFacts = {
  bags: [{ bag, heldFor: null, results: clearTests('O+'), isOnSlip: false }],
  ...{ sample: aSample(), matches: [], nods: [], needsChecker: false, hasKey: true },
}
const order = { ...aBenchOrder(), raisedAt: at('08:50') }
const arrived = {
  ...order,
  status: 'delivery-completed' as const,
  deliveries: [{ seq: 1, units: 3, state: 'delivered', deliveredAt: at('11:40'), packed: null }],
}

test('whatever the sheet says by itself is asked before it is sent', () => {
  expect(whyNotSheet(sheet, now)).toBeNull()
})

test.each<[string, Partial<Sheet>, string, string]>([
  ['no name on the tube', { sample: { ...tube, labelName: ' ' } }, 'no-label-name', 'labelName'],
  ['no ID on it', { sample: { ...tube, labelPatientId: '' } }, 'no-label-id', 'labelPatientId'],
  ['no bags', { bags: [] }, 'no-bags', 'bags'],
  [
    'nothing that left',
    { bags: [{ ...line, match: { method: 'gel', result: 'incompatible' } }] },
    'no-bags',
    'bags',
  ],
  ['a bag twice', { bags: [line, line] }, 'bag-twice', 'bags.1.number'],
  ['a result without its time', { matchedAt: null }, 'no-match-time', 'matchedAt'],
  [
    'taken after it was received',
    { sample: { ...tube, takenAt: at('10:06') } },
    'out-of-order',
    'receivedAt',
  ],
  ['received after it was matched', { matchedAt: at('10:04') }, 'out-of-order', 'matchedAt'],
  ['matched after it was issued', { issuedAt: at('10:29') }, 'out-of-order', 'issuedAt'],
  ['a time to come', { issuedAt: later(now, 1) }, 'in-future', 'issuedAt'],
  ['taken in time to come', { sample: { ...tube, takenAt: later(now, 1) } }, 'in-future', 'takenAt'],
  ['of last week', { sample: { ...tube, takenAt: earlier(now, days(7) + 1) } }, 'too-old', 'takenAt'],
  ['nobody who issued', { issuedBy: '' }, 'no-issuer', 'issuedBy'],
  ['the same person twice', { checkedBy: 'S. MEENA ' }, 'same-checker', 'checkedBy'],
  ['no doctor', { emergency: { doctor: '', reason: 'bleeding' } }, 'no-doctor', 'doctor'],
  ['no reason', { emergency: { doctor: 'Dr. Rao', reason: '' } }, 'no-emergency-reason', 'reason'],
])('AMB-374 a sheet with %s is refused at its field', (_, change, code, field) => {
  expect(whyNotSheet({ ...sheet, ...change }, now)).toMatchObject({ code, field })
})

describe('AMB-374 an entry from paper', () => {
  const said = (
    change: { of?: object; told?: Partial<Sheet>; known?: Partial<SheetFacts> } = {},
    asked = 'redbank',
  ) => {
    const refusal = whyNotIssueLate(
      { ...order, ...change.of },
      asked,
      { ...sheet, ...change.told },
      { ...facts, ...change.known },
      now,
    )
    if (refusal) expect(say(sheetWords, refusal).text).not.toContain('{')
    return refusal && [refusal.code, refusal.field]
  }
  const with1 = (one: object) => ({ known: { bags: [{ ...facts.bags[0], ...one }] } }) as object
  const unmatched = { bags: [{ ...line, match: null }] }
  const emergency = { doctor: 'Dr. Rao', reason: 'bleeding' }
  const reactive = (state: 'discarded' | 'expired' | 'issued', one: object = {}, isOnSlip = false) =>
    with1({
      bag: { ...bag, state, ...one },
      results: [...clearTests('O+'), { test: 'HIV', result: 'reactive' }],
      isOnSlip,
    })
  const sure = { told: { bags: [{ ...line, isSure: true }] } }

  test.each<[string, Parameters<typeof said>[0]]>([
    ['of an order under way, without a hold', {}],
    ['of one that has arrived', { of: arrived }],
    ['of one that is completed', { of: { ...arrived, status: 'completed' } }],
    ['issued in the minute it arrived', { of: arrived, told: { issuedAt: at('11:40') } }],
    ['of a bag that was given on that day', with1({ bag: { ...bag, collectedOn: '2026-11-16' } })],
    ['of a bag held for it', with1({ bag: { ...bag, state: 'held' }, heldFor: order.id })],
    ['of a bag that has ended since', with1({ bag: { ...bag, state: 'expired', expiresAt: at('11:01') } })],
    ['on a match of the bench', { told: { ...unmatched, matchedAt: null }, known: { matches: [aMatch()] } }],
    [
      'of a bag that proved incompatible since',
      { known: { matches: [aMatch({ result: 'incompatible', doneAt: at('11:01') })] } },
    ],
    ['of the second delivery before the first is packed', { told: { seq: 2 } }],
    [
      'of an emergency without a tube',
      { told: { ...unmatched, emergency, sample: null, matchedAt: null }, known: { sample: null } },
    ],
    ['of a bag that was found reactive, if it surely left', { ...reactive('discarded'), ...sure }],
    ['of one that had ended when it was found so', { ...reactive('expired'), ...sure }],
    [
      'with the second person of the paper',
      { told: { checkedBy: 'R. Devi' }, known: { needsChecker: true } },
    ],
  ])('%s is taken', (_, change) => {
    expect(said(change)).toBeNull()
  })

  const delivery = order.deliveries[0]
  test.each<[string, string | undefined, Parameters<typeof said>[0]]>([
    ['order-over', 'id', { of: { status: 'cancelled' } }],
    ['no-bags', 'bags', { told: { bags: [] } }],
    ['before-raise', 'issuedAt', { of: { raisedAt: at('11:01') } }],
    ['no-such-delivery', 'seq', { told: { seq: 3 } }],
    [
      'nothing-to-enter',
      'seq',
      { of: { ...arrived, deliveries: [{ ...arrived.deliveries[0], packed: 3 }] } },
    ],
    ['too-many-bags', 'bags', { of: { deliveries: [{ ...delivery, units: 0.5 }] } }],
    ['after-arrival', 'issuedAt', { of: arrived, told: { issuedAt: at('11:41') } }],
    ['no-driver', 'id', { of: { driverEmail: null } }],
    ['emergency-component', undefined, { of: { component: 'FFP' }, told: { emergency } }],
    ['no-sample', 'hasTube', { told: { sample: null }, known: { sample: null } }],
    ['no-sample', 'hasTube', { told: { emergency, sample: null }, known: { sample: null } }],
    ['label-differs', 'labelName', { known: { sample: aSample({ labelName: 'Somebody' }) } }],
    ['label-differs', 'labelName', { told: { emergency }, known: { sample: aSample({ labelName: 'X' }) } }],
    ['sample-over', 'takenAt', { known: { sample: aSample({ validUntil: at('11:00') }) } }],
    ['group-not-tested', 'groupFound', { known: { sample: aSample({ groupFound: null }) } }],
    ['sample-group-differs', 'groupFound', { known: { sample: aSample({ groupFound: 'A+' }) } }],
    ['not-held-here', 'bags.0.number', with1({ bag: { ...bag, state: 'held' }, heldFor: '0badf00d' })],
    ['bag-elsewhere', 'bags.0.number', with1({ bag: { ...bag, state: 'returned' } })],
    ['bag-expired', 'bags.0.number', with1({ bag: { ...bag, expiresAt: at('11:00') } })],
    ['before-collected', 'bags.0.number', with1({ bag: { ...bag, collectedOn: '2026-11-17' } })],
    ['reactive-left', 'bags.0.isSure', reactive('discarded')],
    ['bag-elsewhere', 'bags.0.number', { ...reactive('issued'), ...sure }],
    // discarded by a hospital, or when it came back
    ['bag-elsewhere', 'bags.0.number', { ...reactive('discarded', {}, true), ...sure }],
    ['another-component', 'bags.0.number', { ...reactive('discarded', { component: 'WB' }), ...sure }],
    ['bag-expired', 'bags.0.number', { ...reactive('expired', { expiresAt: at('11:00') }), ...sure }],
    ['bag-elsewhere', 'bags.0.number', { ...with1({ bag: { ...bag, state: 'discarded' } }), ...sure }],
    ['tests-missing', 'bags.0.number', with1({ results: [] })],
    ['another-component', 'bags.0.number', with1({ bag: { ...bag, component: 'WB' } })],
    ['never-fits', 'bags.0.number', with1({ bag: { ...bag, bloodGroup: 'A+' }, results: clearTests('A+') })],
    ['not-matched', 'bags.0.number', { told: unmatched }],
    [
      'not-matched',
      'bags.0.number',
      { told: unmatched, known: { matches: [aMatch({ doneAt: at('11:01') })] } },
    ],
    [
      'bag-barred',
      'bags.0.number',
      { known: { matches: [aMatch({ result: 'incompatible', doneAt: at('11:00') })] } },
    ],
    ['no-match-needed', 'bags.0.number', with1({ bag: { ...bag, component: 'FFP' } })],
    ['not-inspected', 'bags.0.number', { told: { bags: [{ ...line, isInspected: false }] } }],
    ['no-checker', 'checkedBy', { known: { needsChecker: true } }],
    ['no-key', undefined, { known: { hasKey: false } }],
  ])('%s', (code, field, change) => {
    expect(said(change)).toEqual([code, field])
  })

  test('another bank’s order is not there', () => {
    expect(said({}, 'bluebank')).toEqual(['not-your-order', 'id'])
  })

  test('what was incompatible on the paper is asked about too, and stays', () => {
    const misfit = { ...line, number: 'T2', match: { method: 'gel', result: 'incompatible' } } as const
    const two = (second: object) => ({
      told: { bags: [line, misfit] },
      known: {
        bags: [
          ...facts.bags,
          { bag: aBag({ id: 'two', number: 'T2', ...second }), heldFor: null, results: [], isOnSlip: false },
        ],
      },
    })
    expect(said(two({}))).toBeNull()
    expect(said(two({ state: 'issued' }))).toEqual(['bag-elsewhere', 'bags.1.number'])
    const elsewhere = two({ state: 'held' })
    const held = elsewhere.known.bags.map((one, nth) => (nth === 1 ? { ...one, heldFor: '0badf00d' } : one))
    expect(said({ ...elsewhere, known: { bags: held } })).toEqual(['not-held-here', 'bags.1.number'])
    const known = { ...two({}).known, matches: [aMatch({ bagId: 'two', result: 'incompatible' })] }
    expect(said({ ...two({}), known })).toEqual(['bag-barred', 'bags.1.number'])
  })
})

test('AMB-422 what a match showed after the time on the paper is since then', () => {
  const since = (change: object) =>
    isIncompatibleSince(aMatch({ result: 'incompatible', doneAt: at('11:01'), ...change }), sheet)
  expect([since({}), since({ doneAt: at('11:00') }), since({ result: 'compatible' })]).toEqual([
    ...[true, false, false],
  ])
})

test('the tube that counts is the newest that had come when it was matched', () => {
  const tubes = [at('10:31'), at('10:30'), at('09:00')].map((receivedAt) => aSample({ receivedAt }))
  expect(tubeAt(tubes, sheet)).toBe(tubes[1])
  expect(tubeAt(tubes, { matchedAt: null, issuedAt: at('10:59') })).toBe(tubes[0])
  expect(tubeAt(tubes, { matchedAt: null, issuedAt: earlier(at('09:00'), minutes(1)) })).toBeNull()
})

test('nobody’s mistake is a conflict', () => {
  expect(conflictsIn(sheetWords)).toContain('nothing-to-enter')
})
