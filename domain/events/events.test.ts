import { expect, test } from 'vitest'
import { comingsAndGoings, eventKinds, events, kindsAbout, mayRead } from './events.ts'
import { type Fact, type Reader, readers } from './fact.ts'

/** Word for word, so that a kind is told to somebody new only when it is written here too. */
const readBy: Record<Reader, string[]> = {
  hospital: [
    'request-raised',
    'request-imported',
    'request-amended',
    'request-approved',
    'request-rejected',
    'rejection-explained',
    'request-cancelled',
    'request-linked',
    'request-refused',
    'reservation-approved',
    'request-moved',
    'request-completed',
    'decision-undone',
    'status-undone',
    'request-expired',
    'request-late',
    'request-untaken',
    'delivery-status-written',
    'delivery-step-done',
    'delivery-step-undone',
    'delivery-stopped',
    'stop-decided',
    'hand-over-code-wrong',
    'hospital-invoice-made',
    'bank-answered',
    'sample-accepted',
    'sample-wanted',
    'group-corrected',
    'substitution-proposed',
    'substitution-decided',
    'bags-issued',
    'bags-set-aside',
    'bags-received',
    'owed-result-came',
    'bag-recalled',
    'bags-misfit',
    'bags-halted',
  ],
  provider: [...kindsAbout('request'), ...kindsAbout('organisation'), ...kindsAbout('account')].filter(
    (kind) => kind !== 'invoice-uploaded',
  ),
}

test.each(eventKinds.flatMap((kind) => readers.map((reader) => [kind, reader] as const)))(
  'AMB-56 AMB-78 AMB-115 %s is read by the %s only where that is written down',
  (kind, reader) => {
    expect(mayRead(reader, kind, {})).toBe(readBy[reader].includes(kind))
  },
)

test.each([
  ['hospital', true, true],
  ['bloodbank', false, true],
  ['somebody else', false, false],
])(
  'AMB-78 the uploaded invoice of the %s: read by the hospital %s, by the provider %s',
  (party, hospital, provider) => {
    const isRead = readers.map((reader) => mayRead(reader, 'invoice-uploaded', { party }))
    expect(isRead).toEqual([hospital, provider])
  },
)

test.each(readers)(
  'what an older release recorded under a name that is gone is not read by the %s',
  (reader) => {
    expect(mayRead(reader, 'request-forgotten', {})).toBe(false)
    expect(mayRead(reader, 'toString', {})).toBe(false)
  },
)

test('every kind has words, and one in a timeline a title', () => {
  expect(eventKinds.filter((kind) => events[kind].words === '')).toEqual([])
  expect(kindsAbout('request').filter((kind) => !events[kind].title)).toEqual([])
})

test('a timeline quotes what a person said or wrote, also where an older release recorded less', () => {
  const told = {
    reason: 'No bag',
    text: 'At the gate',
    decision: 'go-on',
    why: 'duplicate',
    because: 'new-bag',
    fields: ['units'],
    replaces: '7c40e9d2',
    units: 2,
    of: 5,
    byAt: '2026-11-16T08:30:00Z',
    from: 'O+',
    to: 'A+',
    bloodGroup: 'O-',
    isAccepted: true,
    slip: 'RB-2026-1',
    seq: 1,
    bags: ['RB-1', 'RB-2'],
    bag: 'RB-1',
    result: 'compatible',
    wrong: ['RB-2 warm'],
    ended: ['RB-1'],
    inDoubt: ['RB-2'],
    isEmergency: true,
  }
  const quotes = kindsAbout('request').flatMap((kind) => {
    const { quote }: Fact = events[kind]
    return quote ? [[kind, quote(told), quote({}) ?? null]] : []
  })
  expect(quotes).toEqual([
    ['request-raised', 'Replaces request 7c40e9d2', null],
    ['request-amended', 'units', null],
    ['rejection-explained', 'Duplicate', null],
    ['request-cancelled', 'No bag', null],
    ['request-refused', 'No bag', null],
    ['request-moved', 'At the gate', null],
    ['request-completed', 'At the gate', null],
    ['delivery-status-written', 'At the gate', null],
    ['delivery-step-done', 'No bag', null],
    ['stop-decided', 'Go on: No bag', null],
    ['step-kept-aside', 'No bag', null],
    ['invoice-failed', 'No bag', null],
    ['bank-answered', '2 of 5 by 16 Nov 2026, 2:00 pm', null],
    ['sample-wanted', undefined, null],
    ['group-corrected', 'O POS to A POS', null],
    ['substitution-proposed', 'O NEG', null],
    ['substitution-decided', 'O NEG: yes', null],
    ['bags-issued', 'Delivery 1, slip RB-2026-1: RB-1, RB-2, not cross-matched', null],
    ['bags-set-aside', 'Delivery 1, slip RB-2026-1: RB-1, RB-2; replaced by a new bag', null],
    ['bags-received', 'Slip RB-2026-1: RB-1, RB-2; not as issued: RB-2 warm', null],
    ['owed-result-came', 'RB-1: compatible', null],
    ['bag-recalled', 'RB-1: a later test of its donation is reactive', null],
    ['bags-misfit', 'Slip RB-2026-1: RB-1, RB-2', null],
    ['bags-halted', 'Delivery 1; past their end: RB-1; their sample is in doubt: RB-2', null],
  ])
})

test('AMB-226 what people do all day is what the index of the trail names', () => {
  expect(comingsAndGoings).toEqual([
    'password-reset-asked',
    'mailbox-proof-asked',
    'signed-in',
    'signed-out',
    'sign-in-limited',
    'backup-code-used',
    'documents-exported',
  ])
})
