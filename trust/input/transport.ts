import { connect } from 'node:net'
import type { Route } from '#contract/route.ts'
import type { Dice } from '#server/demo/makers/dice.ts'
import type { Answered, Sent } from '../access/asking.ts'

type Bend = (sent: Sent, dice: Dice) => Sent

const withHeaders =
  (headers: Record<string, string>): Bend =>
  (sent) => ({
    ...sent,
    headers: { ...sent.headers, ...headers },
  })
const withBody =
  (body: string | Buffer): Bend =>
  (sent) => ({ ...sent, body })
const withPath =
  (change: (path: string) => string): Bend =>
  (sent) => ({ ...sent, path: change(sent.path) })

const bodyOf = ({ body = '' }: Sent): string => body.toString()

/** Of a call whose body is JSON. */
export const bentBodies: Record<string, Bend> = {
  'as text': withHeaders({ 'content-type': 'text/plain' }),
  'as XML': withHeaders({ 'content-type': 'application/xml' }),
  'as a form': withHeaders({ 'content-type': 'application/x-www-form-urlencoded' }),
  'as a form of parts without a boundary': withHeaders({ 'content-type': 'multipart/form-data' }),
  'as a form of parts that is none': withHeaders({ 'content-type': 'multipart/form-data; boundary=x' }),
  'of a type that is none': withHeaders({ 'content-type': ';;;/' }),
  'cut in the middle': (sent) => ({ ...sent, body: bodyOf(sent).slice(0, -1) }),
  'cut at the beginning': (sent) => ({ ...sent, body: bodyOf(sent).slice(1) }),
  'with more behind it': (sent) => ({ ...sent, body: `${bodyOf(sent)}}` }),
  twice: (sent) => ({ ...sent, body: bodyOf(sent) + bodyOf(sent) }),
  'in a list': (sent) => ({ ...sent, body: `[${bodyOf(sent)}]` }),
  'as a text of JSON': (sent) => ({ ...sent, body: JSON.stringify(bodyOf(sent)) }),
  null: withBody('null'),
  'a number': withBody('7'),
  nothing: withBody(''),
  blanks: withBody('   '),
  'bytes that are no text': withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'deep lists': withBody(`{"id":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  'deep objects': withBody(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'six thousand keys': withBody(
    JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [at, at]))),
  ),
  'more than is taken': (sent) => ({
    ...sent,
    body: `${bodyOf(sent).slice(0, -1)},"x":"${'x'.repeat(70_000)}"}`,
  }),
}

/** These may be taken all the same: nothing about them is wrong, only odd. */
export const oddCalls: Record<string, Bend> = {
  'as gzip that is none': withHeaders({ 'content-encoding': 'gzip' }),
  'as UTF-16 that is none': withHeaders({ 'content-type': 'application/json; charset=utf-16' }),
  'of no type at all': withHeaders({ 'content-type': '' }),
  'a byte order mark': (sent) => ({ ...sent, ...(sent.body ? { body: `\ufeff${bodyOf(sent)}` } : {}) }),
  'a query that nobody asked for': withPath(
    (path) => `${path}${path.includes('?') ? '&' : '?'}__proto__[x]=1`,
  ),
  'its query twice': withPath((path) => (path.includes('?') ? `${path}&${path.split('?')[1]}` : path)),
  'a slash behind it': withPath((path) => path.replace(/(\?|$)/, '/$1')),
  'two slashes': withPath((path) => path.replace('/api/', '//api/')),
  'another case': withPath((path) => path.replace('/api/', '/API/')),
  'half a character': withPath((path) => `${path.split('?')[0]}%E0%A4%A`),
  'a NUL in the path': withPath((path) => `${path.split('?')[0]}%00`),
  'a lone percent sign': withPath((path) => `${path.split('?')[0]}%`),
  'the folder above': withPath((path) => path.replace('/api/', '/api/..%2f..%2f')),
  'a long part': withPath((path) => path.replace(/[^/?]+(\?|$)/, `${'x'.repeat(3_000)}$1`)),
  'a long path': withPath((path) => `${path.split('?')[0]}/${'x/'.repeat(3_000)}`),
  'an odd cookie': withHeaders({ cookie: 'crossmatch.session_token=%E0%A4%A; ; =; a' }),
  'a long cookie': withHeaders({ cookie: `crossmatch.session_token=${'x'.repeat(6_000)}` }),
  'an odd key': withHeaders({ 'idempotency-key': '\u00ff\u00fe' }),
  'an odd address': withHeaders({ 'x-forwarded-for': "'; drop table x, 999.1.1.1, ::ffff:1" }),
  'another origin': withHeaders({ origin: 'null' }),
  'odd accepts': withHeaders({
    accept: ';q=x',
    'accept-encoding': 'nothing, gzip;q=nan',
    'accept-language': '\u00ff',
  }),
  'a range': withHeaders({ range: 'bytes=9-1,-', 'if-none-match': '"x', 'if-modified-since': 'never' }),
  'another method': (sent, dice) => ({
    ...sent,
    method: dice.pick(['HEAD', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE', 'LOCK', 'REPORT', 'SEARCH', 'COPY']),
    // Node gives some of these no length: what follows would be read as another call
    headers: {
      ...sent.headers,
      ...(sent.body ? { 'content-length': String(Buffer.byteLength(sent.body)) } : {}),
    },
  }),
}

/** Written by hand, since no library would send it. */
const byHand: Record<string, (row: Route, path: string, head: string) => string> = {
  'two lengths': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}x`,
  'a length that is none': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}content-length: x\r\n\r\n{}`,
  'a length below zero': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}content-length: -1\r\n\r\n{}`,
  'a length and pieces': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'pieces that are none': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'an unknown coding': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}transfer-encoding: magic\r\n\r\n{}`,
  'two hosts': (row, path, head) => `${row.method} ${path} HTTP/1.1\r\n${head}host: other.example\r\n\r\n`,
  'no host': (row, path) => `${row.method} ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`,
  'a header without a name': (row, path, head) => `${row.method} ${path} HTTP/1.1\r\n${head}: x\r\n\r\n`,
  'a header over two lines': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}x-odd: a\r\n b\r\n\r\n`,
  'a NUL in a header': (row, path, head) => `${row.method} ${path} HTTP/1.1\r\n${head}x-odd: a\0b\r\n\r\n`,
  'headers without end': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}x-odd: ${'x'.repeat(20_000)}\r\n\r\n`,
  'a thousand headers': (row, path, head) =>
    `${row.method} ${path} HTTP/1.1\r\n${head}${Array.from({ length: 1_500 }, (_, at) => `x-${at}: 1\r\n`).join('')}\r\n`,
  'a path of bytes': (row, _, head) => `${row.method} /api/\xff\xfe\x01 HTTP/1.1\r\n${head}\r\n`,
  'a path of 20,000 letters': (row, path, head) =>
    `${row.method} ${path}/${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`,
  'another version': (row, path, head) => `${row.method} ${path} HTTP/9.9\r\n${head}\r\n`,
  'a method that is none': (_, path, head) => `FETCH ${path} HTTP/1.1\r\n${head}\r\n`,
  'something else': () => 'SSH-2.0-OpenSSH_9.6\r\n\r\n',
  'a handshake': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
}
export const handwritten = Object.keys(byHand)

/** Sends it as it is; no answer within the time is 0. */
export function sayByHand(
  url: string,
  origin: string,
  row: Route,
  path: string,
  how: string,
): Promise<Answered> {
  const { hostname, port } = new URL(url)
  const head = `host: ${hostname}\r\norigin: ${origin}\r\nconnection: close\r\n`
  const bytes = Buffer.from(byHand[how]?.(row, path, head) ?? '', 'latin1')
  const began = performance.now()
  return new Promise((resolve) => {
    const line = connect(Number(port), hostname)
    const parts: Buffer[] = []
    const end = () => {
      line.destroy()
      resolve(readAnswer(Buffer.concat(parts).toString('latin1'), performance.now() - began))
    }
    line.setTimeout(5_000, end)
    line.on('data', (part: Buffer) => parts.push(part))
    line.on('error', () => undefined)
    line.on('close', end)
    line.end(bytes)
  })
}

function readAnswer(text: string, ms: number): Answered {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const isInPieces = /transfer-encoding: chunked/i.test(head)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    text: isInPieces ? body.replace(/^[0-9a-f]+\r\n|\r\n[0-9a-f]+\r\n(\r\n)?/gi, '') : body,
    bytes: Buffer.from(body, 'latin1'),
    headers: {},
    ms,
  }
}
