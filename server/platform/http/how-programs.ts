import { apiChanges } from '#contract/api-changes.ts'
import { escapeHtml } from './html.ts'

/** What somebody needs who writes a program that calls: a key, two examples, the rules, and what changed. */
export const howPrograms = (publicUrl: string): string => `<section id="programs"><h2>For programs</h2>
<p>An admin makes a key on <b>Keys and hooks</b> and ticks what it may; each call below that takes one names the scope.
A key is sent as <code>Authorization: Bearer cm_live_…</code>, never in an address; cookies beside it count for nothing.
A test key (<code>cm_test_…</code>) tries everything with orders that reach nobody.</p>
<p>Raising an order, with curl:</p><pre>${escapeHtml(curl(publicUrl))}</pre>
<p>The same in TypeScript:</p><pre>${escapeHtml(typescript(publicUrl))}</pre>
<p>What carries <b>Idempotency-Key</b> may be sent again until it is answered: it is done once and answered alike.
Lists have <code>next</code>: send it as <code>after</code> for the next page. A <b>429</b> says in
<code>Retry-After</code> when to go on; <code>RateLimit</code> tells what is left. A <b>409</b> means that somebody was
faster: read again and decide. A <b>503</b> passes: wait and send the same once more.</p>
<p>Hospital systems that speak FHIR R4 find their door at <a href="/fhir/metadata">/fhir</a>. Instead of asking again and
again, have changes sent by a hook. <code>npm run conformance -- URL KEY</code>, or <code>npx ./conformance URL KEY</code>
where only that folder is, tries an installation with a test key.</p>
<p>What is promised: within one first number of the version calls and fields are added, none is taken away or given
another meaning, so pass over fields that you do not know. What is to go is told here half a year before.</p>
<h3>What changed</h3><ul>${apiChanges.map(changed).join('')}</ul></section>`

const changed = ({ version, day, what }: (typeof apiChanges)[number]): string =>
  `<li><b>${version}</b>, ${day}: ${what.map(escapeHtml).join(' ')}</li>`

const curl = (url: string): string => `curl ${url}/api/requests \\
  -H 'Authorization: Bearer cm_test_…' \\
  -H 'Idempotency-Key: order-4711' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "patientName": "Karthik Subramanian", "age": 54, "patientId": "FH-118160", "sex": "Male",
    "bloodGroup": "O+", "component": "PRBC", "units": 2, "orderType": "immediate",
    "pickupAt": "2026-11-18T09:00:00+05:30", "deadlineAt": "2026-11-18T13:00:00+05:30",
    "reservationHours": null, "reason": "Anaemia"
  }'`

const typescript = (url: string): string => `const answer = await fetch('${url}/api/requests', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.CROSSMATCH_KEY}\`,
    'idempotency-key': order.number,
    'content-type': 'application/json',
  },
  body: JSON.stringify(order.asRequest),
})
const told = await answer.json()
if (!answer.ok) throw new Error(\`\${told.title}: \${told.text}\`)
console.log(told.id, told.status)`
