import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { linksIn } from '#testing/makers/linked-orders.ts'
import { aDriver, aRequest, emailOf } from '#testing/makers/makers.ts'
import { driverText } from '../messages/requests.ts'

const service = await aService()

const anOrder = ({ db }: TestService) =>
  aRequest(db, {
    status: 'hospital-admin-approved',
    patientName: 'Canary Zanzibar',
    patientId: 'CANARY-1',
    reason: 'canary-reason',
  })

const link = (on: TestService, id: string, driverEmail: string, change = {}) =>
  on.as('bloodsupport').done(orders.link, { id, version: 2, bankId: 'redbank', driverEmail, ...change })

test('LINK-16 NOTIFY-08 the driver gets a text message that ends with the link to the order, and names no patient and no hospital', async () => {
  const { id } = await anOrder(service)
  await link(service, id, emailOf('arun.driver'))
  // its bank and its hospital are told of the link too
  const text = await service.texts.find(({ to, body }) => to === '+919840130001' && body.includes(id), 8_000)
  expect(text.body).toBe(driverText(id, `http://crossmatch.test/driver/${id}`))
  expect(text.body.endsWith(`http://crossmatch.test/driver/${id}`)).toBe(true)
  expect(text.body).not.toMatch(/canary|firm/i)
  expect(await linksIn(service.db).messagesOf(id)).toMatchObject([{ channel: 'sms', kind: 'driver' }])
})

test('LINK-16 the link leads to the driver app of the settings', async () => {
  const own = await aService({ settings: { DRIVER_APP_URL: 'https://drive.example/app/' } })
  const { id } = await anOrder(own)
  await link(own, id, emailOf('john.driver'))
  const { body } = await own.texts.find(
    (text) => text.to === '+919840130003' && text.body.includes(id),
    8_000,
  )
  expect(body.split(' ').at(-1)).toBe(`https://drive.example/app/${id}`)
})

test('LINK-16 each driver is told at his own number, and the one who stays is told of another bank', async () => {
  const driver = await aDriver(service.db, { phone: '+919840139999' })
  const { id } = await anOrder(service)
  await link(service, id, driver.email)
  await link(service, id, driver.email, { version: 3, bankId: 'bluebank' })
  await link(service, id, emailOf('meena.driver'), { version: 4, bankId: 'bluebank' })
  expect((await linksIn(service.db).messagesOf(id)).map(({ recipient }) => recipient)).toEqual([
    '+919840139999',
    '+919840139999',
    '+919840130002',
    // AMB-212 and who had it is told that it is gone
    '+919840139999',
  ])
})

test('LINK-16 LINK-09 a gateway that fails does not fail the link; the message is kept and tried again', async () => {
  const own = await aService()
  own.texts.behave('fail')
  const { id } = await anOrder(own)
  const { request } = await link(own, id, emailOf('arun.driver'))
  expect(request).toMatchObject({ status: 'bloodbank-approved', driverEmail: emailOf('arun.driver') })
  await expect.poll(() => own.texts.tries(), { timeout: 8_000 }).toBeGreaterThan(0)
  await expect
    .poll(() => linksIn(own.db).messagesOf(id), { timeout: 8_000 })
    .toMatchObject([{ state: 'waiting', error: expect.stringContaining('500') }])
})
