import { z } from 'zod'
import { type Carrier, Undeliverable } from '../../db/carrying.ts'
import { readShort } from '../http/short-answer.ts'

const Accepted = z.object({ sid: z.string() })

/** Text messages by a Twilio-compatible REST gateway. */
export function smsBy(gateway: {
  url: string
  account: string
  token: string
  from: string
}): Exclude<Carrier, null> {
  const endpoint = `${gateway.url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(gateway.account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${gateway.account}:${gateway.token}`).toString('base64')}`
  return async (message) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/x-www-form-urlencoded',
        // a gateway that knows such keys sends a text that is repeated after a lost answer once
        'idempotency-key': `message-${message.id}`,
      },
      body: new URLSearchParams({ To: message.recipient, From: gateway.from, Body: message.body }).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    })
    if (isForGood(response.status)) throw new Undeliverable(`the SMS gateway answered ${response.status}`)
    if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    Accepted.parse(await readShort(response))
  }
}

/** There is no such number, or it takes no texts; our own account may be put right. */
const isForGood = (status: number): boolean => status === 400 || status === 404
