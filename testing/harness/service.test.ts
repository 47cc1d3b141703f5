import { expect, test } from 'vitest'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { aDraft } from '../makers/makers.ts'
import { aService } from './service.ts'

test('a raise is listed, mailed, texted and told live', async () => {
  const service = await aService({ now: '2026-11-16T10:00:00+05:30' })
  const staff = service.anonymous
  const admin = service.as('firm')
  const stream = await admin.live()

  const { body, status } = await staff.signIn('firm_pilot')
  expect(status).toBe(200)
  expect(body.actor?.displayName).toBe('Firm')

  const request = await staff.done(requests.raise, aDraft(service.clock.now()))
  expect(await stream.next()).toEqual({ topic: 'requests', id: request.id, kind: 'request-raised' })
  expect((await staff.done(requests.list, {})).items.map(({ id }) => id)).toEqual([request.id])

  const mail = await service.mails.next()
  expect(mail).toMatchObject({
    to: ['orders@crossmatch.example'],
    subject: `Request ${request.id} raised by Firm Hospital`,
  })
  expect(mail.text).toContain(`Request ID: ${request.id}`)
  expect((await service.texts.next()).body).toContain(request.id)
  stream.close()
})

test('a refused call is an answer, not an exception', async () => {
  const service = await aService()
  const { status, refusal } = await service
    .as('firm_pilot')
    .call(requests.raise, aDraft(new Date(), { units: 31 }))
  expect([status, refusal?.code]).toEqual([422, 'too-many-units'])
  expect((await service.anonymous.call(people.sessions, {})).status).toBe(401)
})
