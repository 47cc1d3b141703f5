import { describe, expect, test } from 'vitest'
import { aSample } from '#testing/makers/bags.ts'
import { conflictsIn, raisedRequest } from '#testing/makers/rules.ts'
import type { Bombay, ShelfGroup } from '../bags/kinds.ts'
import { shelfGroups } from '../bags/kinds.ts'
import { say } from '../basics/refusal.ts'
import { earlier, hours, instantOf, later, minutes } from '../basics/time.ts'
import {
  AntibodyScreen,
  correctGroup,
  correctingTube,
  countingTube,
  differingPlaces,
  everBombayOf,
  foundGroup,
  groupInEmergency,
  groupKnownElsewhere,
  groupOnSlip,
  labelDifferences,
  Recent,
  receivedAfter,
  sampleWords,
  validUntil,
  whyNotCorrectGroup,
  whyNotReceiveSample,
  whyNotThisTube,
  whyNotTrustSample,
} from './sample.ts'

const now = instantOf('2026-11-16', '10:30')
const asked = { patientName: 'Mohammed Irfan', patientId: 'FH-20817', bloodGroup: 'O+' } as const
const known = { ...asked, everBombay: null }
const right = aSample()
const trust = (change: Partial<typeof right>, at = now) =>
  whyNotTrustSample({ ...right, ...change }, asked, at)?.code ?? null

test('a tube is received when it comes, and never before the one that is there already', () => {
  const before = (receivedAt: Date) => receivedAfter({ receivedAt }, now)
  expect([receivedAfter(null, now), before(earlier(now, 1))]).toEqual([now, now])
  expect([before(now), before(later(now, 5))]).toEqual([later(now, 1), later(now, 6)])
})

describe('AMB-431 by which tube an order goes', () => {
  const tube = (bankId: string, groupFound: ShelfGroup | null = 'O+', change: object = {}) => ({
    ...right,
    ...{ id: `${bankId} ${groupFound}`, bankId, groupFound },
    ...change,
  })
  const [red, blue, green] = [tube('red'), tube('blue', 'A+'), tube('green')]
  const idOf = (...args: Parameters<typeof countingTube>) => countingTube(...args)?.id ?? null
  test.each([
    ['its newest', [red, tube('red', 'A+')], red.id],
    ['none, where it has none', [blue], null],
    ['a newer one elsewhere that speaks against the request', [blue, red], blue.id],
    ['not an older one', [red, blue], red.id],
    ['not where a third agrees since', [green, blue, red], red.id],
    ['though an untested one came since', [tube('green', null), blue, red], blue.id],
    ['not one of another label', [tube('blue', 'A+', { labelPatientId: 'x' }), red], red.id],
    ['not one that cannot be used', [tube('blue', 'A+', { unfitReason: 'clotted' }), red], red.id],
    ['one that is too old by now', [tube('blue', 'A+', { validUntil: now }), red], blue.id],
  ])('%s', (_, tubes, expected) => {
    expect(idOf(tubes, 'red', asked)).toBe(expected)
  })

  test('in an emergency nobody knows the group then; and it is said that the other tube is elsewhere', () => {
    expect(idOf([blue, red], 'red', asked, true)).toBeNull()
    expect(whyNotTrustSample(countingTube([blue, red], 'red', asked), asked, now)?.code).toBe(
      'elsewhere-differs',
    )
    expect(idOf([blue, red], 'red', { ...asked, bloodGroup: 'A+' })).toBe(red.id)
  })

  test('in an emergency nobody knows it either where the newer one agrees with the request, and its own does not', () => {
    const [own, untested] = [tube('red', 'A+'), tube('red', null)]
    expect([idOf([green, own], 'red', asked), idOf([green, own], 'red', asked, true)]).toEqual([own.id, null])
    expect(
      [green, red, untested].map((one) => idOf([green, { ...one, bankId: 'red' }], 'red', asked, true)),
    ).toEqual([green.id, red.id, untested.id])
  })
})

describe('how long a sample is good', () => {
  test.each([
    ['no', 72, 72],
    ['yes', 72, 72],
    ['unknown', 72, 72],
    ['no', 168, 168],
    ['yes', 168, 72],
    ['unknown', 168, 72],
    ['no', 48, 48],
    ['yes', 48, 48],
  ] as const)('recent %s, the house says %s hours: %s', (recent, house, length) => {
    expect(validUntil(right.takenAt, recent, house)).toEqual(later(right.takenAt, hours(length)))
  })

  test('to the minute', () => {
    const end = right.validUntil
    expect([trust({}, earlier(end, minutes(1))), trust({}, earlier(end, 1))]).toEqual([null, null])
    expect([trust({}, end), trust({}, later(end, 1))]).toEqual(['sample-over', 'sample-over'])
  })
})

describe('the label', () => {
  test.each([
    ['MOHAMMED IRFAN', 'fh-20817', []],
    ['  Mohammed Irfan ', ' FH-20817\n', []],
    ['Mohammed Irfaan', 'FH-20817', ['name']],
    ['Mohammed Irfan', 'FH-20871', ['patient ID']],
    ['Mohammed  Irfan', 'FH-20817', ['name']],
    ['Karthik', 'NH-1', ['name', 'patient ID']],
    ['', '', ['name', 'patient ID']],
  ])('%s, %s', (labelName, labelPatientId, differences) => {
    expect(labelDifferences({ labelName, labelPatientId }, asked)).toEqual(differences)
    expect(trust({ labelName, labelPatientId })).toBe(differences.length === 0 ? null : 'label-differs')
  })

  test('AMB-419 an ABHA number, with dashes or without', () => {
    const label = { labelName: asked.patientName, labelPatientId: '22722548295255' }
    expect(labelDifferences(label, { ...asked, patientId: '22-7225-4829-5255' })).toEqual([])
    expect(labelDifferences(label, { ...asked, patientId: '22-7225-4829-5256' })).toEqual(['patient ID'])
  })

  test('letters of other scripts, however they are put together', () => {
    const composed = { patientName: 'Zoë கௌரி', patientId: '1' }
    const label = { labelName: 'ZOË கௌரி'.normalize('NFD'), labelPatientId: '1' }
    expect(labelDifferences(label, composed)).toEqual([])
  })

  test('the words name what differs', () => {
    const said = (change: Partial<typeof right>) => {
      const refusal = whyNotTrustSample({ ...right, ...change }, asked, now)
      return refusal && say(sampleWords, refusal).text.split(' on the tube')[0]
    }
    expect(said({ labelName: 'x' })).toBe('Name')
    expect(said({ labelPatientId: 'x' })).toBe('Patient ID')
    expect(said({ labelName: 'x', labelPatientId: 'x' })).toBe('Name and patient ID')
  })

  test.each([
    ['NH-11428', 'NH-11482', [6, 7]],
    ['nh-1', 'NH-1', []],
    ['NH 112', 'NH 11', [5]],
    ['NH 11', 'NH 112', []],
    ['', 'x', []],
  ])('%s beside %s is marked at %j', (text, other, places) => {
    expect(differingPlaces(text, other)).toEqual(places)
  })
})

describe('receiving', () => {
  test.each([
    [null, {}],
    ['no-label-name', { labelName: ' ', labelPatientId: '' }],
    ['no-label-id', { labelPatientId: '\u200b' }],
    [null, { takenAt: now }],
    ['taken-later', { takenAt: later(now, 1) }],
  ])('%s', (code, change) => {
    expect(whyNotReceiveSample({ ...right, ...change }, now)?.code ?? null).toBe(code)
  })
})

describe('whether it counts', () => {
  test('in the order of the work', () => {
    const wrong = { unfitReason: 'clotted', labelName: 'x', validUntil: now, groupFound: null }
    expect(whyNotTrustSample(null, asked, now)?.code).toBe('no-sample')
    expect([
      trust(wrong),
      trust({ ...wrong, unfitReason: null }),
      trust({ validUntil: now, groupFound: null }),
      trust({ groupFound: null }),
      trust({ groupFound: 'A+' }),
      trust({}),
    ]).toEqual([
      'sample-unfit',
      'label-differs',
      'sample-over',
      'group-not-tested',
      'sample-group-differs',
      null,
    ])
  })

  test.each(shelfGroups)('found %s, asked for O POS', (groupFound) => {
    expect(trust({ groupFound })).toBe(groupFound === 'O+' ? null : 'sample-group-differs')
  })

  test('a group is taken from the right tube alone', () => {
    expect(foundGroup({ ...right, groupFound: 'A+' }, asked, now)).toBe('A+')
    expect(foundGroup({ ...right, groupFound: null }, asked, now)).toBeNull()
    expect(foundGroup({ ...right, groupFound: 'A+', labelName: 'x' }, asked, now)).toBeNull()
    expect(foundGroup({ ...right, groupFound: 'A+', validUntil: now }, asked, now)).toBeNull()
    expect(foundGroup(null, asked, now)).toBeNull()
    expect(whyNotThisTube({ ...right, groupFound: null }, asked, now)).toBeNull()
  })

  test('AMB-376 in an emergency nobody who was known as a Bombay patient is taken for another', () => {
    const group = (change: Partial<typeof right>, bloodGroup: ShelfGroup = 'O+') =>
      groupInEmergency({ ...right, ...change }, { ...known, bloodGroup }, now)
    const isOld = { validUntil: now }
    expect(group({ groupFound: 'A+' })).toBe('A+')
    expect(group({ groupFound: 'A+', ...isOld })).toBeNull()
    expect(group({ groupFound: 'Oh+', ...isOld })).toBe('Oh+')
    expect(group({ groupFound: 'Oh+', labelName: 'x' })).toBeNull()
    expect(group({ groupFound: 'Oh+', unfitReason: 'clotted' })).toBeNull()
    expect(group({ groupFound: 'O+', ...isOld }, 'Oh-')).toBe('Oh-')
    expect(group({ groupFound: 'O+' }, 'Oh-')).toBe('Oh-')
    expect(group({ groupFound: 'Oh+' }, 'Oh-')).toBe('Oh+')
    expect(groupInEmergency(null, { ...known, bloodGroup: 'Oh-' }, now)).toBe('Oh-')
    expect(groupInEmergency(null, known, now)).toBeNull()
  })
})

describe('AMB-405 what was once known of a patient', () => {
  const signs = (...all: [Bombay | null, number][]) =>
    everBombayOf(all.map(([group, after]) => ({ group, at: later(now, hours(after)) })))

  test('is the last that was found or said', () => {
    expect(signs()).toBeNull()
    expect(signs(['Oh+', 1])).toBe('Oh+')
    expect(signs(['Oh+', 2], ['Oh-', 1])).toBe('Oh+')
    expect(signs([null, 2], ['Oh+', 1])).toBeNull()
    expect(signs([null, 1], ['Oh+', 2])).toBe('Oh+')
    // found in the very tube since, by which it was said to be wrong
    expect(signs([null, 1], ['Oh+', 1])).toBe('Oh+')
  })

  test.each([
    ['no tube', null],
    ['a tube that nobody tested', { groupFound: null }],
    ['one that was found to be O', { groupFound: 'O+' as const }],
    ['an unfit one', { unfitReason: 'clotted' }],
    ['another’s', { labelName: 'x' }],
  ])('counts in an emergency beside %s', (_, change) => {
    const sample = change && { ...right, ...change }
    expect(groupInEmergency(sample, { ...known, everBombay: 'Oh+' }, now)).toBe('Oh+')
    expect(groupInEmergency(sample, known, now)).not.toBe('Oh+')
  })

  test('the hospital takes back where a good tube says so with it', () => {
    const why = (change: Partial<typeof right>, to: ShelfGroup) =>
      whyNotCorrectGroup({ ...right, ...change }, { ...known, everBombay: 'Oh+' }, to, now)?.code ?? null
    expect(why({}, 'O+')).toBeNull()
    expect(why({}, 'A+')).toBe('correct-to-found')
    expect(why({ groupFound: null }, 'O+')).toBe('nothing-to-correct')
    expect(why({ unfitReason: 'clotted' }, 'O+')).toBe('nothing-to-correct')
  })

  test('goes by the newest tube in which something was found', () => {
    const found = { ...right, id: 'older', groupFound: 'Oh+' as const }
    const newer = [{ groupFound: null }, { labelName: 'x' }, { unfitReason: 'clotted' }, { validUntil: now }]
    for (const change of newer)
      expect(correctingTube([{ ...right, ...change }, found], asked, now)?.id).toBe('older')
    expect(correctingTube([right, found], asked, now)).toBe(right)
    expect(correctingTube([], asked, now)).toBeNull()
  })
})

test('AMB-384 a slip says the group of a good tube, and Oh of one that is over', () => {
  const said = (change: Partial<typeof right>) => groupOnSlip({ ...right, ...change }, asked, now)
  const isOld = { validUntil: now }
  expect([said({ groupFound: 'A+' }), said({ groupFound: 'Oh+' })]).toEqual(['A+', 'Oh+'])
  expect([said({ groupFound: 'A+', ...isOld }), said({ groupFound: 'Oh+', ...isOld })]).toEqual([null, 'Oh+'])
  expect([said({ groupFound: 'Oh+', labelName: 'x' }), said({ groupFound: null })]).toEqual([null, null])
  expect(groupOnSlip(null, asked, now)).toBeNull()
})

test('AMB-424 what an emergency went by is known from elsewhere where neither request nor tube says it', () => {
  const said = (sample: object | null, of: object = {}) =>
    groupKnownElsewhere(sample && { ...right, ...sample }, { ...known, ...of }, now)
  const once = { everBombay: 'Oh+' } as const
  expect([said(null), said({ groupFound: 'A+' }), said({ groupFound: 'Oh+' })]).toEqual([null, null, null])
  expect([said(null, once), said({ groupFound: null }, once)]).toEqual(['Oh+', 'Oh+'])
  // a plain laboratory finds O, and the bags go by what is known
  expect([said({}, once), said({ groupFound: 'Oh+', labelName: 'x' }, once)]).toEqual(['Oh+', 'Oh+'])
  expect([said({ groupFound: 'Oh+', validUntil: now }, once), said({ groupFound: 'Oh-' }, once)]).toEqual([
    null,
    null,
  ])
  expect(said(null, { ...once, bloodGroup: 'Oh+' })).toBeNull()
})

describe('correcting the group of the order', () => {
  const why = (change: Partial<typeof right>, to: ShelfGroup) =>
    whyNotCorrectGroup({ ...right, ...change }, known, to, now)?.code ?? null

  test('only where the sample differs, and to what was found', () => {
    expect(why({ groupFound: 'A+' }, 'A+')).toBeNull()
    expect(why({ groupFound: 'A+' }, 'B+')).toBe('correct-to-found')
    expect(why({ groupFound: 'A+' }, 'O+')).toBe('correct-to-found')
    expect(why({}, 'A+')).toBe('nothing-to-correct')
    expect(why({ groupFound: null }, 'A+')).toBe('nothing-to-correct')
    expect(why({ groupFound: 'A+', labelName: 'x' }, 'A+')).toBe('nothing-to-correct')
    expect(whyNotCorrectGroup(null, known, 'A+', now)?.code).toBe('nothing-to-correct')
    expect(why({ groupFound: 'Oh+' }, 'O+')).toBe('correct-to-found')
    expect(why({ groupFound: 'Oh+' }, 'Oh+')).toBeNull()
  })

  test('AMB-376 a list has no Bombay group: the request says O with the same Rh', () => {
    expect(correctGroup(raisedRequest(), 'Oh+', now).bloodGroup).toBe('O+')
    expect(correctGroup(raisedRequest(), 'Oh-', now).bloodGroup).toBe('O-')
  })

  test('changes the group and nothing else', () => {
    const request = raisedRequest()
    expect(correctGroup(request, 'B-', now)).toEqual({
      ...request,
      bloodGroup: 'B-',
      updatedAt: now,
      version: request.version + 1,
    })
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(sampleWords)).toEqual(['nothing-to-correct'])
})

test('what is said of a tube and found in it', () => {
  expect(Recent.options).toEqual(['yes', 'no', 'unknown'])
  expect(AntibodyScreen.options).toEqual(['negative', 'positive', 'not-done'])
})
