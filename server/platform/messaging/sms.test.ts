import { afterAll, expect, test } from 'vitest'
import { smsGateway } from '#testing/peers/sms-gateway.ts'
import { smsBy } from './sms.ts'

const aMessage = {
  kind: 'raised',
  organisationId: null,
  accountId: null,
  id: 1,
  recipient: '+914428110014',
  subject: '',
  body: 'Crossmatch: request 0a1b2c3d is now pending.',
  tries: 0,
}
const closing: (() => Promise<void>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function aGateway() {
  const gateway = await smsGateway()
  closing.push(gateway.close)
  const { SMS_URL: url, SMS_ACCOUNT: account, SMS_TOKEN: token, SMS_FROM: from } = gateway.settings
  return {
    gateway,
    carry: smsBy({ url: `${url}/`, account, token, from }),
    settings: { url, account, token, from },
  }
}

test.concurrent('NOTIFY-06 a text goes out by the protocol of the gateway', async () => {
  const { gateway, carry } = await aGateway()
  await carry(aMessage)
  expect(gateway.all).toMatchObject([{ to: aMessage.recipient, from: '+14155550100', body: aMessage.body }])
})

test.concurrent.each(['fail', 'nonsense', 'flood', 'hang'] as const)(
  'X15 a gateway that answers with %s is a failure within 5 s',
  async (behaviour) => {
    const { gateway, carry } = await aGateway()
    gateway.behave(behaviour)
    const [began, before] = [performance.now(), process.memoryUsage().rss]
    await expect(carry(aMessage)).rejects.toThrow()
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  },
)

test.concurrent('X15 a wrong token is a failure that does not tell it', async () => {
  const { settings } = await aGateway()
  await expect(smsBy({ ...settings, token: 'not-the-token' })(aMessage)).rejects.toThrow(
    /^the SMS gateway answered 401$/,
  )
})

test.concurrent('X15 T67 a gateway that sends us elsewhere is not followed', async () => {
  const { createServer } = await import('node:http')
  const elsewhere = await aGateway()
  const server = createServer((_, response) => {
    response
      .writeHead(307, { location: `${elsewhere.settings.url}/2010-04-01/Accounts/AC-test/Messages.json` })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as { port: number }
  await expect(smsBy({ ...elsewhere.settings, url: `http://127.0.0.1:${port}` })(aMessage)).rejects.toThrow()
  expect(elsewhere.gateway.all).toEqual([])
})
