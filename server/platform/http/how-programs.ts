import { apiChanges } from '#contract/api-changes.ts'
import { type ExampleName, examplesFor } from './examples.ts'
import { fhirNames } from './fhir-names.ts'
import { escapeHtml } from './html.ts'

/** What somebody needs who writes a program that calls: a key, examples that run, the rules, and what changed. */
export function howPrograms(asked: { url: string; now: Date }): string {
  const examples = examplesFor(asked)
  const shown = (name: ExampleName) => `<pre id="example-${name}">${escapeHtml(examples[name])}</pre>`
  return `<section id="programs"><h2>For programs</h2>
<p>An admin makes a key on <b>Keys and hooks</b> and ticks what it may; each call below that takes one names the scope.
A key is sent as <code>Authorization: Bearer cm_live_…</code>, never in an address; cookies beside it count for nothing.
A test key (<code>cm_test_…</code>) tries everything with orders that reach nobody.
The examples run as they stand, with a key in <code>CROSSMATCH_KEY</code>; those in TypeScript with <code>node file.mts</code>.</p>
<p>Raising an order, with curl:</p>${shown('raise-curl')}
<p>The same in TypeScript:</p>${shown('raise-typescript')}
<p>What carries <b>Idempotency-Key</b> may be sent again until it is answered: it is done once and answered alike.
Lists have <code>next</code>: send it as <code>after</code> for the next page. A <b>429</b> says in
<code>Retry-After</code> when to go on; <code>RateLimit</code> tells what is left. A <b>409</b> means that somebody was
faster: read again and decide. A <b>503</b> passes: wait and send the same once more.</p>
<p>Hospital systems that speak FHIR R4 find their door at <a href="/fhir/metadata">/fhir</a>. Raising an order there:</p>
${shown('fhir-curl')}
<p>The same in TypeScript:</p>${shown('fhir-typescript')}
<p>It answers <b>201</b> with <code>Location</code> and <code>ETag</code>; the same number again is <b>200</b> with the first
order, and <b>409</b> with another content. A change is a PUT with <code>If-Match</code> and that ETag: <b>428</b> without,
<b>412</b> where somebody changed it meanwhile, <b>409</b> where the order is too far for it, <b>422</b> with what is wrong.</p>
${fhirNames()}
<p>Instead of asking again and again, have changes sent by a hook, signed as Standard Webhooks has it. A receiver in
TypeScript, with the hook's secret in <code>HOOK_SECRET</code>:</p>${shown('hook-typescript')}
<p>A hook that is ticked so is told of orders raised with your test keys too, each marked <code>test: true</code>; it is
read with such a key.</p>
<p>And trying it with curl, signed by the same secret:</p>${shown('hook-curl')}
<p><code>npm run conformance -- URL KEY</code>, or <code>npx ./conformance URL KEY</code>
where only that folder is, tries an installation with a test key.</p>
<p>What is promised: within one first number of the version calls and fields are added, none is taken away or given
another meaning, so pass over fields that you do not know. What is to go is told here half a year before.</p>
<h3>What changed</h3><ul>${apiChanges.map(changed).join('')}</ul></section>`
}

const changed = ({ version, day, what }: (typeof apiChanges)[number]): string =>
  `<li><b>${version}</b>, ${day}: ${what.map(escapeHtml).join(' ')}</li>`
