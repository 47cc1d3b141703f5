import { describe, expect, test } from 'vitest'
import { bloodGroups, componentCodes } from '#domain/basics/blood.ts'
import { instantOf } from '#domain/basics/time.ts'
import { raise } from '#domain/requests/raising.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { resetMail } from './people.ts'
import { approvedMail, cancelledMail, decidedText, raisedMail, raisedText } from './requests.ts'

const now = instantOf('2026-11-16', '10:00')
const request = raise(
  aDraft(now, { patientName: 'Canary Zanzibar', patientId: 'UH-7', reason: 'Canary reason' }),
  {
    id: '0a1b2c3d',
    hospitalId: 'firm',
    now,
  },
)

describe.each([
  ['raised', raisedMail],
  ['approved', approvedMail],
  ['cancelled', cancelledMail],
])('the mail of a request that was %s', (verb, words) => {
  const mail = words(request, 'Firm Hospital', 'http://crossmatch.test/dashboard/admin/status')

  test('NOTIFY-03 says which request, whose, what blood, and when in India', () => {
    expect(mail.subject).toBe(`Request 0a1b2c3d ${verb} by Firm Hospital`)
    for (const fact of [
      'Request ID: 0a1b2c3d',
      'Patient ID: UH-7',
      'Blood: O POS, Packed Red Blood Cells, 2 units',
      'Order type: immediate',
      'Sample pickup: 16 Nov 2026, 11:00',
      'Delivery deadline: 16 Nov 2026, 2:00',
      'http://crossmatch.test/dashboard/admin/status',
    ])
      expect(mail.body).toContain(fact)
  })

  test('T26 names no patient', () => {
    expect(mail.subject + mail.body).not.toContain('Canary')
    expect(mail.subject).not.toContain('UH-7')
  })

  test('T48 has the words of every blood group and component', () => {
    for (const bloodGroup of bloodGroups) {
      const word = `${bloodGroup.slice(0, -1)} ${bloodGroup.endsWith('+') ? 'POS' : 'NEG'},`
      expect(words({ ...request, bloodGroup }, 'Firm', '').body).toContain(`Blood: ${word}`)
    }
    const bodies = componentCodes.map(
      (component) => words({ ...request, component, units: 1 }, 'Firm', '').body,
    )
    expect(new Set(bodies).size).toBe(componentCodes.length)
    for (const body of bodies) expect(body).toContain(', 1 unit\n')
  })
})

test('AMB-60 the mail of a cancellation says that nothing is to be linked, and where the reason can be read', () => {
  const { body } = cancelledMail(request, 'Firm Hospital', '')
  expect(body).toContain('Please link no blood bank and no driver.')
  expect(body).toContain('The reason stands in the timeline')
})

test.each(requestStatuses)(
  'NOTIFY-06 T26 a text about %s has the id and the status and nothing of the patient',
  (status) => {
    expect(decidedText({ ...request, status })).toBe(`Crossmatch: request 0a1b2c3d is now ${status}.`)
  },
)

test('NOTIFY-06 T26 the text of a raise has the id and nothing of the patient', () => {
  expect(raisedText(request)).toBe('Crossmatch: request 0a1b2c3d was raised and waits for approval.')
})

test('NOTIFY-09 T11 the mail of a reset has one link, its token after the hash and not in the subject', () => {
  const { subject, body } = resetMail('https://blood.example', 'the-token')
  expect(body.match(/\S+:\/\/\S+/g)).toEqual(['https://blood.example/reset#the-token'])
  expect(subject).not.toContain('the-token')
})
