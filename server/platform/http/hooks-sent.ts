import { hookBodies } from '#domain/hooks/bodies.ts'
import { type HookKind, hookKinds } from '#domain/hooks/kinds.ts'
import { escapeHtml } from './html.ts'
import { schemaOf } from './json-schema.ts'

type Sent = readonly [kind: string, name: string, readers: readonly string[], schema: object]

const sent = (): Sent[] =>
  Object.entries(hookBodies).map(([kind, shape]) => {
    const { name, for: readers } = hookKinds[kind as HookKind] ?? tried
    return [kind, name, readers, schemaOf(shape, 'output')]
  })

const tried = { name: 'Tried by hand', for: ['hospital', 'bank', 'provider'] }

const inHeader = (name: string, description: string) => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

const headers = [
  inHeader('webhook-id', 'The same at each try'),
  inHeader('webhook-timestamp', 'Seconds since 1970; what is much older is not ours'),
  inHeader(
    'webhook-signature',
    'v1 and HMAC-SHA256 of id, time and body; two of them while a secret is turned',
  ),
]

const responses = {
  '2XX': { description: 'Taken, within ten seconds' },
  410: { description: 'Nobody takes it any more: the hook is switched off' },
  429: { description: 'Too much: left alone as long as Retry-After says' },
  503: { description: 'Too much: left alone as long as Retry-After says' },
  default: { description: 'Not taken: tried again for three days' },
}

/** What hooks send, as calls that others answer. */
export const webhooks = () =>
  Object.fromEntries(
    sent().map(([kind, name, readers, schema]) => [
      kind,
      {
        post: {
          operationId: `sent.${kind}`,
          tags: ['hooks'],
          summary: name,
          'x-who': readers.join(', '),
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses,
        },
      },
    ]),
  )

/** The same for people. */
export const hooksSent = (): string =>
  `<section id="hooks-sent"><h2>What hooks send</h2>
<p>A POST to your address, signed. Which kinds it is, is ticked on <b>Keys and hooks</b>; pass over those you do not know.</p>
${sent()
  .map(
    ([kind, name, readers, schema]) => `<article id="sent.${kind}"><h3><code>${kind}</code></h3>
<p>${escapeHtml(name)}</p><p class="marks">${readers.map((reader) => `<span>${reader}</span>`).join(' ')}</p>
<details><summary>Shape</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details></article>`,
  )
  .join('')}</section>`
