import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Arrivals, arrivals } from '../makers/arrivals.ts'

export type TextMessage = { to: string; from: string; body: string; sid: string; key: string }

/** What the gateway does with the next messages. A hung one is answered when the gateway closes: never. */
export type SmsBehaviour = 'accept' | 'fail' | 'refuse' | 'hang' | 'take-and-hang' | 'flood' | 'nonsense'

export type SmsGateway = Arrivals<TextMessage> & {
  /** For SMS_URL, SMS_ACCOUNT, SMS_TOKEN and SMS_FROM. */
  settings: { SMS_URL: string; SMS_ACCOUNT: string; SMS_TOKEN: string; SMS_FROM: string }
  /** How many messages were tried, taken or not. */
  tries(): number
  /** Asked for each message anew, where it is a function. */
  behave(behaviour: SmsBehaviour | (() => SmsBehaviour)): void
  close(): Promise<void>
}

const account = 'AC-test'
const token = 'token-of-the-test'

/** A gateway on the loopback that speaks the Twilio protocol and keeps what it is sent. */
export async function smsGateway(): Promise<SmsGateway> {
  const texts = arrivals<TextMessage>('text message')
  let behave: SmsBehaviour | (() => SmsBehaviour) = 'accept'
  let tries = 0
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request))
    const refusal = whyNotTake(request, form)
    if (refusal) return json(response, refusal.status, { code: refusal.code, message: refusal.message })
    tries++
    const behaviour = typeof behave === 'function' ? behave() : behave
    if (behaviour === 'hang') return
    if (behaviour === 'refuse')
      return json(response, 400, { code: 21211, message: "Invalid 'To' Phone Number" })
    if (behaviour === 'fail') return json(response, 500, { code: 20500, message: 'Internal server error' })
    if (behaviour === 'nonsense') return void response.writeHead(201).end('<html>')
    if (behaviour === 'flood') return flood(response)
    const sid = `SM${String(tries).padStart(32, '0')}`
    const message = {
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      sid,
      key: String(request.headers['idempotency-key'] ?? ''),
    }
    texts.add(message)
    if (behaviour === 'take-and-hang') return
    json(response, 201, { ...message, account_sid: account, status: 'queued', error_code: null })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    all: texts.all,
    next: texts.next,
    find: texts.find,
    settings: {
      SMS_URL: `http://127.0.0.1:${port}`,
      SMS_ACCOUNT: account,
      SMS_TOKEN: token,
      SMS_FROM: '+14155550100',
    },
    tries: () => tries,
    behave(wish) {
      behave = wish
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function whyNotTake(request: IncomingMessage, form: URLSearchParams) {
  const basic = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  if (request.url !== `/2010-04-01/Accounts/${account}/Messages.json` || request.method !== 'POST')
    return { status: 404, code: 20404, message: 'The requested resource was not found' }
  if (request.headers.authorization !== basic) return { status: 401, code: 20003, message: 'Authenticate' }
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return { status: 415, code: 20415, message: 'Unsupported media type' }
  const missing = ['To', 'From', 'Body'].find((field) => !form.get(field))
  return missing ? { status: 400, code: 21604, message: `A '${missing}' is required.` } : null
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** An answer without end, to see that nobody reads it to the end. */
function flood(response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' })
  const pour = () => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  }
  response.on('drain', pour)
  pour()
}
