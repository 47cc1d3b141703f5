import { expect, test } from 'vitest'
import { at, raisedRequest, rightDraft } from '#testing/makers/rules.ts'
import { later, minutes } from '../basics/time.ts'
import { amend, amendedIn, isAmendedSo, whyNotAmend, whyNotAmendable } from './amending.ts'
import { approve } from './approving.ts'
import type { RaiseDraft } from './raising.ts'
import { amendedText } from './showing.ts'

/** For a pickup at 12:00 and a deadline at 15:00. */
const request = raisedRequest()
const noon = at('11:50')

test.each([
  ['the reason, ten minutes before the pickup', { reason: 'Fall' }, undefined],
  ['the deadline alone', { deadlineAt: at('16:00') }, undefined],
  ['the deadline too soon after the pickup', { deadlineAt: at('14:59') }, 'deadline-too-soon'],
  ['the pickup, too soon', { pickupAt: at('12:15'), deadlineAt: at('16:00') }, 'pickup-too-soon'],
  ['the pickup, in time', { pickupAt: at('12:20'), deadlineAt: at('16:00') }, undefined],
  ['the units, past what is allowed', { units: 31 }, 'too-many-units'],
  ['the name, away', { patientName: ' ' }, 'form-incomplete'],
  ['the same pickup with other seconds', { pickupAt: later(at('12:00'), 30_000) }, 'nothing-amended'],
  ['nothing', {}, 'nothing-amended'],
  ['a space', { reason: 'Surgery ' }, 'nothing-amended'],
] as const)('AMB-296 amending %s', (_, change, code) => {
  const draft: RaiseDraft = { ...rightDraft, ...change }
  expect(whyNotAmend(request, draft, noon)?.code).toBe(code)
})

test('AMB-296 platelets are asked for by the hour only where they or a time are new', () => {
  const evening = at('17:00')
  const platelets = raisedRequest({ component: 'SDP' })
  const draft: RaiseDraft = { ...rightDraft, component: 'SDP' }
  expect(whyNotAmend(platelets, { ...draft, reason: 'Fall' }, evening)).toBeNull()
  expect(whyNotAmend(request, draft, evening)?.code).toBe('sdp-closed')
  const late = { pickupAt: at('18:00'), deadlineAt: at('21:00') }
  expect(whyNotAmend(platelets, { ...draft, ...late }, evening)?.code).toBe('sdp-closed')
  expect(whyNotAmend(platelets, { ...draft, deadlineAt: at('16:00') }, at('07:59'))?.code).toBe('sdp-closed')
  const sixHours = { deadlineAt: at('18:00'), reservationHours: 6 } as const
  const reserved = raisedRequest({ component: 'SDP', orderType: 'reservation', ...sixHours })
  const immediate: RaiseDraft = { ...draft, orderType: 'immediate', deadlineAt: at('18:00') }
  expect(whyNotAmend(reserved, immediate, evening)).toBeNull()
})

test('AMB-296 a reservation keeps its hours, and another number of them is another deadline', () => {
  const hours = { orderType: 'reservation', reservationHours: 6, deadlineAt: null } as const
  const reserved = raisedRequest(hours)
  expect(amendedIn(reserved, { ...rightDraft, ...hours })).toEqual([])
  expect(amendedIn(reserved, { ...rightDraft, ...hours, reservationHours: 12 })).toEqual(['deadlineAt'])
})

test('AMB-296 the fields that changed are named, with those of before, and the approver reads when', () => {
  const by = { accountId: 'nurse', now: noon }
  const once = amend(request, { ...rightDraft, units: 7, patientId: 'UH-2' }, by)
  expect(once).toMatchObject({ units: 7, patientId: 'UH-2', amendedBy: 'nurse', amendedAt: noon, version: 2 })
  expect(once.raisedBy).toBe(request.raisedBy)
  const twice = amend(once, { ...rightDraft, units: 7, patientId: 'UH-2', reason: 'Fall' }, by)
  expect(twice.amendedFields).toEqual(['patientId', 'units', 'reason'])
  expect(amendedText(twice)).toBe('amended after it was raised, 11:50 am: patient ID, units, reason')
  expect(amendedText(request)).toBeNull()
  const byProgram = amend(once, { ...rightDraft, units: 5 }, { accountId: null, now: noon })
  expect(byProgram, 'AMB-315 a program is nobody’s second pair of eyes').toMatchObject({
    units: 5,
    amendedBy: 'nurse',
  })
  expect(isAmendedSo(once, { ...rightDraft, units: 7, patientId: 'UH-2' }, 1)).toBe(true)
  expect(isAmendedSo(once, { ...rightDraft, units: 8, patientId: 'UH-2' }, 1)).toBe(false)
  expect(isAmendedSo(request, rightDraft, 0)).toBe(false)
})

test('AMB-296 AMB-216 with a later deadline it has not expired any more; with the old one it has', () => {
  const expired = { ...request, expired: true }
  const by = { accountId: 'nurse', now: at('16:00') }
  const later = { pickupAt: at('17:00'), deadlineAt: at('20:00') }
  expect(amend(expired, { ...rightDraft, ...later }, by).expired).toBe(false)
  expect(amend(expired, { ...rightDraft, reason: 'Fall' }, by).expired).toBe(true)
  expect(amend(request, { ...rightDraft, reason: 'Fall' }, by).expired).toBe(false)
})

test('AMB-296 only what waits can be amended, and nothing that a bank or a driver has had', () => {
  expect(whyNotAmendable(request)).toBeNull()
  expect(whyNotAmendable(approve(request, later(noon, minutes(1))))).toMatchObject({
    code: 'not-amendable',
    values: { status: 'hospital-admin-approved' },
  })
  expect(whyNotAmendable({ ...request, bankId: 'redbank' })?.code).toBe('not-amendable')
  expect(whyNotAmendable({ ...request, deliveryStatus: 'issued' })?.code).toBe('not-amendable')
})
