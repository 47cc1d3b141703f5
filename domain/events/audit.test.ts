import { expect, test } from 'vitest'
import { auditGroups, auditReaders, groupOf, groupsFor, kindsFor, mayAudit, mayQuote } from './audit.ts'
import { type AuditedEvent, auditWords, thingOf } from './audit-words.ts'
import { eventKinds, events, kindsAbout, mayRead } from './events.ts'

const event = (kind: string, more: Partial<AuditedEvent> = {}): AuditedEvent => ({
  ...{ kind, subjectKind: 'request', subjectId: '7c40e9d2', actorId: 'a1' },
  ...{ fromStatus: null, toStatus: null, detail: {}, bankName: null },
  ...more,
})

test('AMB-298 every kind has a group, and every group somebody who reads it', () => {
  const groups = new Set(eventKinds.map(groupOf))
  expect([...groups].filter((group) => !Object.hasOwn(auditGroups, group))).toEqual([])
  const read = new Set(auditReaders.flatMap((reader) => groupsFor(reader)))
  expect([...groups].filter((group) => !read.has(group))).toEqual([])
})

test('AMB-298 a hospital reads of its requests what their timeline tells it, and no more', () => {
  const own = kindsAbout('request').filter((kind) => mayAudit('hospital', kind, {}))
  expect(own).toEqual(kindsAbout('request').filter((kind) => mayRead('hospital', kind, {})))
})

/** Word for word: whoever reads of something new stands here too. */
test('AMB-298 what is not of a request is read by those it concerns', () => {
  const subjectsOf = (reader: (typeof auditReaders)[number]) => [
    ...new Set(kindsFor(reader).map((kind) => events[kind].subject)),
  ]
  expect(subjectsOf('hospital').toSorted()).toEqual(
    ['account', 'hearing', 'hook', 'key', 'organisation', 'reading', 'request', 'verification'].toSorted(),
  )
  expect(subjectsOf('bank').toSorted()).toEqual(
    [
      'account',
      'bag',
      'bank-work',
      'camp',
      'crossmatch',
      'donation',
      'donor-form',
      'hearing',
      'hook',
      'issuing',
      'key',
      'organisation',
      'reading',
      'request',
      'sample',
      'stock',
      'verification',
    ].toSorted(),
  )
  for (const theirs of ['donor-form', 'bag', 'donation', 'bank-work', 'sample', 'crossmatch'])
    expect(subjectsOf('provider')).not.toContain(theirs)
  for (const kind of ['donor-form-opened', 'certificate-downloaded'] as const)
    expect(auditReaders.filter((reader) => mayAudit(reader, kind, {}))).toEqual(['bank'])
})

test.each([
  ['hospital-invoice-made', {}, ['hospital', 'provider']],
  ['bloodbank-invoice-made', {}, ['bank', 'provider']],
  ['invoice-uploaded', { party: 'hospital' }, ['hospital', 'provider']],
  ['invoice-uploaded', { party: 'bloodbank' }, ['bank', 'provider']],
  ['invoice-uploaded', { party: 'somebody' }, []],
  ['request-expired', {}, ['hospital', 'bank', 'provider']],
  ['step-kept-aside', {}, ['provider']],
  ['request-forgotten', {}, []],
  ['toString', {}, []],
])('AMB-298 %s %o is read by %o', (kind, detail, readers) => {
  expect(auditReaders.filter((reader) => mayAudit(reader, kind, detail))).toEqual(readers)
})

test('AMB-298 a bank is not quoted what a hospital, the provider or a driver wrote', () => {
  expect(eventKinds.filter((kind) => mayQuote('bank', kind))).toEqual([
    'request-refused',
    'stop-decided',
    'bank-answered',
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
  ])
  const cancelled = event('request-cancelled', { detail: { reason: 'Mrs. Devi went home' } })
  expect(auditWords('hospital', cancelled)).toBe('Cancelled: “Mrs. Devi went home”')
  expect(auditWords('bank', cancelled)).toBe('Cancelled')
})

test.each<[AuditedEvent, string]>([
  [event('request-raised'), 'Raised'],
  [
    event('request-linked', { bankName: 'Redbank', detail: { bankId: 'redbank', driver: 'Arun' } }),
    'Linked to Redbank, driver Arun',
  ],
  [event('request-moved', { toStatus: 'issued' }), 'Set to issued'],
  [event('delivery-step-done', { detail: { step: 'issued', seq: 1 } }), 'Reported issued'],
  [event('delivery-step-undone', { detail: { step: 'issued', seq: 2 } }), 'Taken back: issued, delivery 2'],
  [event('hospital-invoice-made'), 'Hospital invoice: made'],
  [
    event('signed-in', { subjectId: 'a1', detail: { email: 'a@b', device: 'Chrome on Windows' } }),
    'Signed in, Chrome on Windows',
  ],
  [
    event('account-granted', {
      ...{ subjectId: 'b2', fromStatus: 'pilot staff', toStatus: 'pilot admin', detail: { email: 'a@b' } },
    }),
    'Account changed, a@b, pilot staff to pilot admin',
  ],
  [
    event('list-exported', {
      subjectKind: 'reading',
      detail: { list: 'orders', as: 'csv', filter: 'status pending', rows: 1 },
    }),
    'Downloaded a list, orders as csv, status pending, 1 row',
  ],
  [
    event('list-export-ended', {
      subjectKind: 'reading',
      detail: { list: 'orders', as: 'xlsx', rows: 100_000, isWhole: false },
    }),
    'Download of a list ended, orders as xlsx, 100000 rows, not whole',
  ],
  [event('stock-counted', { subjectId: 'redbank/prbc' }), 'Counted PRBC'],
  [event('request-opened', { detail: { requestId: '7c40e9d2' } }), 'Opened the request'],
  [event('camp-asked', { detail: { day: '2026-11-20' } }), 'Camp asked for, 2026-11-20'],
  [event('request-moved', { toStatus: 'issued', detail: 'not an object' }), 'Set to issued'],
])('AMB-298 an event in one line: %o', (one, words) => {
  expect(auditWords('hospital', one)).toBe(words)
})

test.each<[Partial<AuditedEvent>, unknown]>([
  [{}, { kind: 'request', id: '7c40e9d2' }],
  [{ subjectKind: 'picture' }, { kind: 'request', id: '7c40e9d2' }],
  [
    { subjectKind: 'reading', subjectId: 'a1', detail: { requestId: 'ffffffff' } },
    { kind: 'request', id: 'ffffffff' },
  ],
  [
    { subjectKind: 'reading', subjectId: 'a1', detail: { formId: 'D1' } },
    { kind: 'donor-form', id: 'D1' },
  ],
  [
    { subjectKind: 'donor-form', subjectId: 'D1' },
    { kind: 'donor-form', id: 'D1' },
  ],
  [{ subjectKind: 'account', subjectId: 'a1' }, null],
])('what it happened to: %o', (more, thing) => {
  expect(thingOf(event('x', more))).toEqual(thing)
})

test('AMB-298 the provider reads of everything but what is a bank’s own work', () => {
  const subjects = [...new Set(eventKinds.map((kind) => events[kind].subject))]
  const read = new Set(kindsFor('provider').map((kind) => events[kind].subject))
  expect(subjects.filter((subject) => !read.has(subject)).toSorted()).toEqual([
    ...['bag', 'bank-work', 'crossmatch', 'donation', 'donor-form', 'sample'],
  ])
  // of a subject that every organisation reads, one kind may be a bank's alone
  expect(auditReaders.filter((reader) => mayAudit(reader, 'register-read', {}))).toEqual(['bank'])
})

test('AMB-298 each group has a name, and a reader chooses among those of which there is something to read', () => {
  expect(Object.values<string>(auditGroups)).not.toContain('')
  expect(groupsFor('hospital')).not.toContain('stock')
  expect(groupsFor('provider')).toContain('stock')
  expect(kindsFor('hospital', ['raised'])).toEqual(['request-raised', 'request-imported'])
})
