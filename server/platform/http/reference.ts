import type { FastifyInstance } from 'fastify'
import type { Route, Routes } from '#contract/route.ts'
import type { Clock } from '../../basics/clock.ts'
import { newNonce, securityHeaders } from './guards.ts'
import { hooksSent } from './hooks-sent.ts'
import { howPrograms } from './how-programs.ts'
import { escapeHtml } from './html.ts'
import { openApi } from './openapi.ts'

type Contract = Readonly<Record<string, Routes>>

/** The contract for programs (OpenAPI) and for people (a page that needs no script). */
export function serveReference(
  app: FastifyInstance,
  contract: Contract,
  served: { publicUrl: string; sessionCookie: string; clock: Clock },
): void {
  // when somebody asks for the first time: a start should not wait for it
  let made: ReturnType<typeof openApi> | null = null
  const document = () => {
    made ??= openApi(contract, served)
    return made
  }
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
  )
  app.get('/api/docs', (_request, reply) => {
    const nonce = newNonce()
    return reply
      .headers(securityHeaders(served.publicUrl.startsWith('https:'), nonce))
      .type('text/html; charset=utf-8')
      .send(referencePage(contract, document(), { nonce, url: served.publicUrl, now: served.clock.now() }))
  })
}

function referencePage(
  contract: Contract,
  document: ReturnType<typeof openApi>,
  { nonce, ...asked }: { nonce: string; url: string; now: Date },
): string {
  const sections = Object.entries(contract).map(([capability, table]) => {
    const rows = Object.entries(table).map(([verb, row]) =>
      routeEntry(`${capability}.${verb}`, row, document),
    )
    return `<section><h2>${capability}</h2>${rows.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Crossmatch API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><main><h1>Crossmatch API</h1>
<p>Every call there is, made from the same table the server checks with. For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<p>A refused call answers with <code>code</code>, <code>title</code>, <code>text</code> and, if it belongs to one, the
<code>field</code>. A call of a person that changes something must come from our own pages (<code>Origin</code>).</p>
${howPrograms(asked)}
${hooksSent()}
${sections.join('\n')}</main></body></html>`
}

function routeEntry(name: string, row: Route, document: ReturnType<typeof openApi>): string {
  const operation = document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()]
  const marks = [
    row.who === 'anyone' ? 'anyone' : row.who.name,
    row.key ? `key ${row.key}` : '',
    row.repeatable ? 'Idempotency-Key' : '',
    row.work?.header ?? '',
    row.limit
      ? `${row.limit.max} in ${row.limit.seconds} s${row.limit.of ? ` of an ${row.limit.of}` : ''}`
      : '',
    row.stream ? 'stream' : '',
  ].filter(Boolean)
  return `<article id="${name}"><h3><b>${row.method}</b> <code>${escapeHtml(row.path)}</code></h3>
<p>${escapeHtml(row.summary)}</p><p class="marks">${marks.map((mark) => `<span>${escapeHtml(mark)}</span>`).join(' ')}</p>
<details><summary>Shapes</summary><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details></article>`
}

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#1c1a18;background:#fff;margin:0}
main{max-width:820px;margin:0 auto;padding:32px 16px}h1{font-size:24px}h2{font-size:17px;margin:32px 0 8px}
article{border-top:1px solid #e8e5e1;padding:12px 0}h3{font-size:15px;margin:0}h3 b{display:inline-block;width:64px;color:#ae1420}
p{margin:4px 0}.marks span{font-size:12px;border:1px solid #8a847d;border-radius:5px;padding:1px 6px;color:#57524c}
summary{cursor:pointer;color:#1f5ccb}pre{overflow:auto;background:#f8f7f5;padding:12px;border-radius:8px;font-size:12px}
a{color:#1f5ccb}@media(prefers-color-scheme:dark){body{color:#f1eeeb;background:#121110}article{border-color:#2b2826}
h3 b{color:#ff918e}a,summary{color:#8fb8fa}pre{background:#0c0b0b}.marks span{color:#bdb6ae}}`
