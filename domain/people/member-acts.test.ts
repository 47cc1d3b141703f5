import { describe, expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import {
  type Colleague,
  canLead,
  isShared,
  memberWords,
  whyNotInvite,
  whyNotJoin,
  whyNotLetIn,
  whyNotOpen,
  whyNotSetRole,
  whyNotStop,
} from './member-acts.ts'

const admin = { accountId: 'a1', email: 'priya@firm.example', displayName: 'Firm' }
const nurse: Colleague = {
  ...{ accountId: 'n1', email: 'nurse@firm.example', role: 'staff', isStopped: false, hasPassword: true },
}
const chief: Colleague = { ...nurse, accountId: 'c1', role: 'admin' }
const draft = { name: 'S. Anand', email: 's.anand@firm.example', role: 'staff' as const }
const nobody = { colleague: null, isInvited: false }

describe('AMB-287 inviting', () => {
  test.each([
    [draft, nobody, null],
    [{ ...draft, name: '  ' }, nobody, 'name-empty'],
    [{ ...draft, email: 'anand' }, nobody, 'email-invalid'],
    [{ ...draft, email: ' Priya@Firm.example' }, nobody, 'invites-self'],
    [draft, { ...nobody, colleague: nurse }, 'already-here'],
    [draft, { ...nobody, colleague: { ...nurse, isStopped: true } }, 'was-stopped'],
    [draft, { ...nobody, isInvited: true }, 'already-invited'],
  ])('%j where %j: %s', (asked, here, code) => {
    expect(whyNotInvite(asked, admin, here)?.code ?? null).toBe(code)
  })
})

describe('AMB-286 stopping', () => {
  test.each([
    [nurse, 1, null],
    [chief, 2, null],
    [{ ...chief, accountId: admin.accountId }, 2, 'stops-self'],
    [chief, 1, 'last-admin'],
    [{ ...nurse, isStopped: true }, 2, 'stopped-already'],
    // an admin who never signed in is not whom the others turn to
    [{ ...chief, hasPassword: false }, 1, null],
  ])('%j of %i admins: %s', (who, admins, code) => {
    expect(whyNotStop(who, admin, admins)?.code ?? null).toBe(code)
  })

  test('only who was stopped is let in again', () => {
    expect(whyNotLetIn({ isStopped: true })).toBeNull()
    expect(whyNotLetIn({ isStopped: false })?.code).toBe('not-stopped')
  })
})

describe('AMB-286 another role', () => {
  test.each([
    [nurse, { role: 'admin', seen: 'staff' }, 1, null],
    [chief, { role: 'staff', seen: 'admin' }, 2, null],
    [chief, { role: 'staff', seen: 'admin' }, 1, 'last-admin'],
    [{ ...chief, accountId: admin.accountId }, { role: 'staff', seen: 'admin' }, 1, 'last-admin'],
    [nurse, { role: 'admin', seen: 'admin' }, 2, 'role-changed'],
    [nurse, { role: 'staff', seen: 'staff' }, 2, 'role-changed'],
    [{ ...nurse, isStopped: true }, { role: 'admin', seen: 'staff' }, 2, 'let-in-first'],
  ] as const)('%j: %j of %i admins: %s', (who, asked, admins, code) => {
    expect(whyNotSetRole(who, asked, admin, admins)?.code ?? null).toBe(code)
  })

  test.each([
    [chief, true],
    [nurse, false],
    [{ ...chief, isStopped: true }, false],
    [{ ...chief, hasPassword: false }, false],
  ])('%j can lead: %s', (who, can) => {
    expect(canLead(who)).toBe(can)
  })
})

describe('AMB-287 the link of an invitation', () => {
  const now = new Date('2026-11-16T10:00:00+05:30')
  const open = { usedAt: null, endsAt: new Date(now.getTime() + 1) }
  test.each([
    [null, 'link-unknown'],
    [open, null],
    [{ ...open, usedAt: now }, 'link-used'],
    [{ ...open, endsAt: now }, 'link-over'],
  ])('%j: %s', (invitation, code) => {
    expect(whyNotOpen(invitation, now)?.code ?? null).toBe(code)
  })

  const fine = { password: 'seven77', isDriver: false, isStopped: false, isReserved: false, isOpen: true }
  test.each([
    [fine, null],
    [{ ...fine, password: null }, null],
    [{ ...fine, password: '123456' }, 'password-short'],
    [{ ...fine, isDriver: true }, 'is-driver'],
    [{ ...fine, isStopped: true }, 'stopped-meanwhile'],
    [{ ...fine, isReserved: true }, 'email-reserved'],
    [{ ...fine, isOpen: false }, 'place-closed'],
  ])('joining with %j: %s', (joining, code) => {
    expect(whyNotJoin(open, joining, now)?.code ?? null).toBe(code)
  })
})

test.each([
  ['Dr. Priya Raman', 1, false],
  ['Dr. Priya Raman', 3, false],
  ['Dr. Priya Raman', 4, true],
  ['Firm', 1, true],
])('%s on %i kinds of device is shared: %s', (name, devices, is) => {
  expect(isShared({ name, email: 'priya@firm.example', place: 'Firm', devices })).toBe(is)
})

test('AMB-286 AMB-287 each refusal names its field, and what somebody else did meanwhile is a conflict', () => {
  const invite = (change: object, here: object = {}) =>
    whyNotInvite({ ...draft, ...change }, admin, { ...nobody, ...here })?.field
  expect([
    invite({ name: '' }),
    invite({ email: 'anand' }),
    invite({ email: admin.email }),
    invite({}, { colleague: nurse }),
    invite({}, { colleague: { ...nurse, isStopped: true } }),
    invite({}, { isInvited: true }),
  ]).toEqual(['name', 'email', 'email', 'email', 'email', 'email'])
  expect(whyNotSetRole(nurse, { role: 'staff', seen: 'admin' }, admin, 2)?.field).toBe('role')
  const conflicts = Object.entries(memberWords).filter(([, words]) => 'conflict' in words && words.conflict)
  expect(conflicts.map(([code]) => code)).toEqual([
    'already-here',
    'already-invited',
    'was-stopped',
    'stopped-already',
    'not-stopped',
    'let-in-first',
    'role-changed',
  ])
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(memberWords)).toEqual([
    'already-here',
    'already-invited',
    'was-stopped',
    'stopped-already',
    'not-stopped',
    'let-in-first',
    'role-changed',
  ])
})
