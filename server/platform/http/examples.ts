import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { extensions, systems } from '#domain/fhir/systems.ts'

/*
 * What somebody copies from the page and runs: with the key of theirs in CROSSMATCH_KEY, or a hook's secret in
 * HOOK_SECRET, nothing else has to be filled in. The times are made when the page is, so that an order can be raised.
 */

type Asked = { readonly url: string; readonly now: Date }

const timesFrom = (now: Date) => {
  const pickupAt = later(wholeMinute(now), hours(2))
  return { pickupAt: pickupAt.toISOString(), deadlineAt: later(pickupAt, hours(4)).toISOString() }
}

/** A number of its own for each example of each reading of the page: the same with another content is refused. */
const numberOf = (now: Date, nth: number): string => `TRY-${now.getTime()}-${nth}`

const form = ({ now }: Asked) => ({
  ...{ patientName: 'Karthik Subramanian', age: 54, patientId: 'FH-118160', sex: 'Male' },
  ...{ bloodGroup: 'O+', component: 'PRBC', units: 2, orderType: 'immediate' },
  ...timesFrom(now),
  ...{ reservationHours: null, reason: 'Anaemia' },
})

const coded = (system: string, code: string) => ({ coding: [{ system, code }] })

function serviceRequest({ now }: Asked, value: string) {
  const { pickupAt, deadlineAt } = timesFrom(now)
  return {
    ...{ resourceType: 'ServiceRequest', status: 'active', intent: 'order' },
    identifier: [{ system: 'https://his.example/orders', value }],
    category: [coded(systems.orderType, 'immediate')],
    code: coded(systems.component, 'PRBC'),
    orderDetail: [coded(systems.bloodGroup, 'O+')],
    quantityQuantity: { value: 2, unit: 'units' },
    subject: { reference: '#p' },
    contained: [
      {
        ...{ resourceType: 'Patient', id: 'p', gender: 'male' },
        extension: [{ url: extensions.age, valueAge: { value: 54 } }],
        identifier: [{ system: 'https://his.example/patients', value: 'FH-118160' }],
        name: [{ text: 'Karthik Subramanian' }],
      },
    ],
    occurrencePeriod: { start: pickupAt, end: deadlineAt },
    reasonCode: [{ text: 'Anaemia' }],
  }
}

const written = (body: object): string => JSON.stringify(body, null, 2)

/** `fetch` and the words of a refusal are all that differs. */
const sent = (path: string, headers: object, body: object, refused: string): string =>
  `const answer = await fetch('${path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.CROSSMATCH_KEY}\`,
${Object.entries(headers)
  .map(([name, value]) => `    '${name}': '${value}',`)
  .join('\n')}
  },
  body: JSON.stringify(${written(body).replaceAll('\n', '\n  ')}),
})
const told = await answer.json()
if (!answer.ok) throw new Error(${refused})
console.log(answer.status, told.id, told.status)`

const curled = (path: string, headers: object, body: object): string =>
  `curl ${path} \\
  -H "Authorization: Bearer $CROSSMATCH_KEY" \\
${Object.entries(headers)
  .map(([name, value]) => `  -H '${name}: ${value}' \\`)
  .join('\n')}
  -d '${written(body)}'`

const jsonBy = (number: string) => ({ 'content-type': 'application/json', 'idempotency-key': number })
const inFhir = { 'content-type': 'application/fhir+json' }

const receiver = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'

const secret = Buffer.from((process.env.HOOK_SECRET ?? '').replace('whsec_', ''), 'base64')

// of the body as it came: written again it may differ by a space
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) <= 300
  const right = createHmac('sha256', secret).update(\`\${id}.\${time}.\`).update(body).digest()
  // two of them for a day, when the secret was turned
  const isSigned = String(signatures).split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return one.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right)
  })
  return isFresh && isSigned
}

createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  const isOurs = isGenuine(request.headers, body)
  response.writeHead(isOurs ? 204 : 401).end()
  if (isOurs) console.log(request.headers['webhook-id'], JSON.parse(body.toString()).type)
}).listen(Number(process.env.PORT ?? 3000))`

const tried = `id=msg_1; time=$(date +%s); body='{"type":"order.raised","data":{"id":"0123abcd"}}'
hex=$(printf '%s' "\${HOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf '%s' "$id.$time.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$hex" -binary | openssl base64 -A)
curl -sS -o /dev/null -w '%{http_code}\\n' "http://localhost:\${PORT:-3000}" \\
  -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$signature" \\
  -H 'Content-Type: application/json' -d "$body"`

/** By the name under which each stands on the page. */
export function examplesFor(asked: Asked): Record<ExampleName, string> {
  const { url, now } = asked
  const number = (nth: number) => numberOf(now, nth)
  const fhir = `${url}/fhir/ServiceRequest`
  return {
    'raise-curl': curled(`${url}/api/requests`, jsonBy(number(1)), form(asked)),
    'raise-typescript': sent(`${url}/api/requests`, jsonBy(number(2)), form(asked), 'told.text'),
    'fhir-curl': curled(fhir, inFhir, serviceRequest(asked, number(3))),
    'fhir-typescript': sent(fhir, inFhir, serviceRequest(asked, number(4)), 'told.issue[0].details.text'),
    'hook-typescript': receiver,
    'hook-curl': tried,
  }
}

export type ExampleName =
  | 'raise-curl'
  | 'raise-typescript'
  | 'fhir-curl'
  | 'fhir-typescript'
  | 'hook-typescript'
  | 'hook-curl'
