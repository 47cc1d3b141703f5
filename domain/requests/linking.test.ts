import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { raisedRequest } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { earlier, hours, instantOf } from '../basics/time.ts'
import {
  type Assignment,
  bankIdOf,
  endShare,
  type LinkForm,
  link,
  linkNotice,
  linkWords,
  otherBank,
  reassign,
  whyNotLink,
  whyNotLinkForm,
} from './linking.ts'
import { type BloodRequest, type RequestStatus, requestStatuses } from './request.ts'

const now = instantOf('2026-11-16', '10:00')
const arun = 'arun.driver@crossmatch.example'
const meena = 'meena.driver@crossmatch.example'

const request: BloodRequest = {
  ...raisedRequest({ pickupAt: now, deadlineAt: null }, earlier(now, hours(1))),
  status: 'hospital-admin-approved',
}

describe('the form', () => {
  const filled: LinkForm = { requestId: '0123abcd', bankId: 'redbank', otherBank: '', driverEmail: arun }
  const incomplete = ['Form Incomplete', 'Please fill all fields before submitting the form'] as const
  const letters = [
    'Form Incomplete',
    'Please write the name of the blood bank with letters from a to z or digits.',
  ] as const

  test.each<[string, Partial<LinkForm>, readonly [string, string], string]>([
    ['LINK-02 without an ID', { requestId: '' }, incomplete, 'requestId'],
    ['LINK-02 with an ID of spaces', { requestId: ' \t' }, incomplete, 'requestId'],
    ['LINK-02 without a bank', { bankId: '' }, incomplete, 'bankId'],
    ['LINK-02 with nothing at all', { requestId: '', bankId: '', driverEmail: '' }, incomplete, 'requestId'],
    ['LINK-02 without bank and driver', { bankId: '', driverEmail: '' }, incomplete, 'bankId'],
    ['LINK-02 LINK-07 with others and no name', { bankId: otherBank }, incomplete, 'otherBank'],
    [
      'LINK-02 LINK-07 with a name of signs',
      { bankId: otherBank, otherBank: '--- !?' },
      letters,
      'otherBank',
    ],
    ['AMB-235 with a name in Tamil', { bankId: otherBank, otherBank: 'இரத்த வங்கி' }, letters, 'otherBank'],
    [
      'LINK-02 LINK-07 with others named others',
      { bankId: otherBank, otherBank: ' Others ' },
      incomplete,
      'otherBank',
    ],
    [
      'LINK-03 without a driver alone',
      { driverEmail: '' },
      ['Driver not selected', 'Please select driver before submitting the form'],
      'driverEmail',
    ],
  ])('%s is refused', (_, change, [title, text], field) => {
    const refusal = whyNotLinkForm({ ...filled, ...change })
    expect(refusal).toMatchObject({ field })
    expect(refusal && say(linkWords, refusal)).toEqual({ title, text })
  })

  test.each<[string, Partial<LinkForm>]>([
    ['a bank of the list', {}],
    ['another bank by its name', { bankId: otherBank, otherBank: 'City Blood Center' }],
    ['what is no id, which is asked about later', { requestId: 'zzzzzzzz' }],
  ])('LINK-02 with %s it is complete', (_, change) => {
    expect(whyNotLinkForm({ ...filled, ...change })).toBeNull()
  })
})

describe('the id of a bank', () => {
  const typed = (name: string) => bankIdOf({ bankId: otherBank, otherBank: name })

  test.each([
    ['City Blood Center', 'citybloodcenter'],
    ['  REDBANK  ', 'redbank'],
    ['St. Mary\u2019s Bank #2', 'stmarysbank2'],
    ['north-side bank', 'north-sidebank'],
    ['--dash', 'dash'],
    ['../../etc/passwd', 'etcpasswd'],
    ['bank\u0000\u202e\nline', 'bankline'],
    ['\u0b87\u0bb0\u0ba4\u0bcd\u0ba4 bank', 'bank'],
    ['\u0b87\u0bb0\u0ba4\u0bcd\u0ba4\u0bae\u0bcd', ''],
  ])('LINK-08 %j is stored as %j', (name, id) => {
    expect(typed(name)).toBe(id)
  })

  test('LINK-20 a bank of the list keeps its own, whatever stands in the other field', () => {
    expect(bankIdOf({ bankId: 'st.marys', otherBank: 'Another Bank' })).toBe('st.marys')
  })

  test('LINK-08 it has nothing but a-z, 0-9 and dashes, no dash first, no more letters than the name, and is its own id', () => {
    const name = fc.array(fc.constantFrom(...'aZ09-_ ./\u0130\u212a\u00e9\u0b87\u0000\ud83e', 'others'), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(
        fc.oneof(
          name.map((parts) => parts.join('')),
          fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
        ),
        (text) => {
          const id = typed(text)
          return (
            /^([a-z0-9][a-z0-9-]*)?$/.test(id) &&
            typed(id) === id &&
            id !== otherBank &&
            id.length <= text.normalize('NFC').length
          )
        },
      ),
    )
  })
})

describe('whether it may be linked', () => {
  const redArun = { bankId: 'redbank', driverEmail: arun }
  const words = (asked: Parameters<typeof whyNotLink>[0], wish = redArun) => {
    const refusal = whyNotLink(asked, wish)
    return refusal && say(linkWords, refusal)
  }

  test('LINK-04 ERRORS-01 what is not there cannot be', () => {
    expect(words(undefined)).toEqual({ title: 'Data Not Submitted', text: 'Invalid Request ID' })
  })

  test.each(requestStatuses)('LINK-05 ERRORS-01 of all statuses pending alone is refused: %s', (status) => {
    expect(words({ ...request, status })).toEqual(
      status === 'pending'
        ? { title: 'Data Not Submitted', text: 'Please wait for hospital admin approval' }
        : null,
    )
  })

  test('LINK-06 ERRORS-01 the pair it has already is told by bank id and driver e-mail', () => {
    expect(words({ ...request, ...redArun })).toEqual({
      title: 'Data Not Submitted',
      text: `Current Bloodbank is already set to : redbank and the current driver is : ${arun}`,
    })
    expect(words({ ...request, ...redArun }, { ...redArun, driverEmail: meena })).toBeNull()
    expect(words({ ...request, ...redArun }, { ...redArun, bankId: 'bluebank' })).toBeNull()
  })
})

describe('the link', () => {
  test('LINK-11 AMB-111 who links what is over is told that the link does not set it going', () => {
    const told = requestStatuses.filter((status) => linkNotice({ status, bankId: null }) !== null)
    expect(told).toEqual([
      'pending',
      'hospital-admin-rejected',
      'bloodbank-rejected',
      'completed',
      'cancelled',
    ])
    expect(linkNotice({ status: 'bloodbank-rejected', bankId: 'redbank' })).toContain(
      'This order is redbank-rejected, and stays so when it is linked',
    )
  })

  test.each(requestStatuses)('LINK-10 LINK-11 from %s', (status) => {
    const linked = link({ ...request, status }, { bankId: 'redbank', driverEmail: arun }, now)
    expect(linked).toEqual({
      ...request,
      status: status === 'hospital-admin-approved' ? 'bloodbank-approved' : status,
      bankId: 'redbank',
      driverEmail: arun,
      linkedAt: now,
      updatedAt: now,
      version: request.version + 1,
    })
  })

  test('LINK-09 another driver leaves the time at which the bank was linked; another bank does not', () => {
    const first = link(request, { bankId: 'redbank', driverEmail: arun }, earlier(now, hours(2)))
    expect(link(first, { bankId: 'redbank', driverEmail: meena }, now).linkedAt).toEqual(first.linkedAt)
    expect(link(first, { bankId: 'bluebank', driverEmail: arun }, now).linkedAt).toEqual(now)
  })
})

describe('the driver history', () => {
  const open = (driverEmail: string, startStatus: RequestStatus): Assignment => ({
    driverEmail,
    startStatus,
    endStatus: null,
  })
  const first = open(arun, 'bloodbank-approved')

  test.each<[string, Assignment[], string, RequestStatus, Assignment[]]>([
    ['LINK-13 the first link opens one entry', [], arun, 'bloodbank-approved', [first]],
    [
      'LINK-14 at the same status the last entry is dropped and replaced',
      [first],
      meena,
      'bloodbank-approved',
      [open(meena, 'bloodbank-approved')],
    ],
    [
      'LINK-15 at another status the last entry ends there and a new one begins',
      [first],
      meena,
      'issued',
      [{ ...first, endStatus: 'issued' }, open(meena, 'issued')],
    ],
    [
      'LINK-14 only the last entry is dropped',
      [{ ...first, endStatus: 'issued' }, open(meena, 'issued')],
      'john',
      'issued',
      [{ ...first, endStatus: 'issued' }, open('john', 'issued')],
    ],
    [
      'LINK-14 back to the driver before within one status',
      [{ ...first, endStatus: 'issued' }, open(meena, 'issued')],
      arun,
      'issued',
      [{ ...first, endStatus: 'issued' }, open(arun, 'issued')],
    ],
    [
      'AMB-212 a share that ended with a refusal stays, though the next driver begins at the same status',
      [{ ...first, endStatus: 'hospital-admin-approved' }],
      meena,
      'bloodbank-approved',
      [{ ...first, endStatus: 'hospital-admin-approved' }, open(meena, 'bloodbank-approved')],
    ],
    [
      'AMB-212 and so it does for the same driver',
      [{ ...first, endStatus: 'hospital-admin-approved' }],
      arun,
      'bloodbank-approved',
      [{ ...first, endStatus: 'hospital-admin-approved' }, first],
    ],
    ['LINK-14 the same driver goes on, at the same status', [first], arun, 'bloodbank-approved', [first]],
    ['LINK-15 the same driver goes on, at another status', [first], arun, 'issued', [first]],
  ])('%s', (_, history, driver, status, expected) => {
    expect(reassign(history, driver, status)).toEqual(expected)
  })

  test('AMB-212 a refusal ends the open share and no other', () => {
    const ended: Assignment = { ...first, endStatus: 'issued' }
    expect(endShare([ended, open(meena, 'issued')], 'hospital-admin-approved')).toEqual([
      ended,
      { ...open(meena, 'issued'), endStatus: 'hospital-admin-approved' },
    ])
    expect(endShare([], 'hospital-admin-approved')).toEqual([])
  })

  /** §4.2 told once more in other words: what every driver carried, from where to where. */
  function model(acts: readonly Act[]): Assignment[] {
    const carried: { by: string; from: RequestStatus; to: RequestStatus | '-' }[] = []
    for (const { driver, status } of acts) {
      const now = carried.find(({ to }) => to === '-')
      if (now?.by === driver) continue
      if (now && now.from !== status) now.to = status
      if (now && now.to === '-') carried.pop()
      carried.push({ by: driver, from: status, to: '-' })
    }
    return carried.map(({ by, from, to }) => ({
      driverEmail: by,
      startStatus: from,
      endStatus: to === '-' ? null : to,
    }))
  }
  type Act = { driver: string; status: RequestStatus }
  const act = fc.record({
    driver: fc.constantFrom('arun', 'meena', 'john'),
    status: fc.constantFrom<RequestStatus[]>('bloodbank-approved', 'sample-acquired', 'issued', 'completed'),
  })

  test('LINK-13 LINK-14 LINK-15 T40 after any links it is as the model says: a chain with one open entry, the last', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 14 }), (acts) => {
        let history: Assignment[] = []
        for (const { driver, status } of acts) {
          const before = structuredClone(history)
          const after = reassign(history, driver, status)
          expect(history, 'what was there is not changed in place').toEqual(before)
          history = after
        }
        expect(history).toEqual(model(acts))
        expect(history.at(-1)?.driverEmail).toBe(acts.at(-1)?.driver)
        expect(history.filter(({ endStatus }) => endStatus === null)).toEqual(history.slice(-1))
        for (const [at, entry] of history.slice(0, -1).entries()) {
          const next = history[at + 1]
          expect(entry.endStatus, 'the next begins where this one ends').toBe(next?.startStatus)
          expect(entry.startStatus, 'else it would have been dropped').not.toBe(entry.endStatus)
        }
      }),
    )
  })
})
