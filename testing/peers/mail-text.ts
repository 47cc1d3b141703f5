export type Mail = {
  from: string
  to: string[]
  subject: string
  /** The plain text, decoded. */
  text: string
  /** The HTML beside it, decoded; empty if there is none. */
  html: string
  headers: Map<string, string>
  raw: string
}

/** Reads as much of a mail as ours have: headers, and text and HTML one beside the other. */
export function readMail(from: string, to: string[], raw: string): Mail {
  const { headers, body } = cutHeaders(raw)
  const parts = partsOf(headers, body)
  const subject = decodeWords(headers.get('subject') ?? '')
  return {
    from,
    to,
    subject,
    text: parts.get('text/plain') ?? '',
    html: parts.get('text/html') ?? '',
    headers,
    raw,
  }
}

function partsOf(headers: Map<string, string>, body: string): Map<string, string> {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary) return new Map([[type.split(';')[0]?.toLowerCase() ?? '', decodeBody(headers, body)]])
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return new Map(
    parts.flatMap((part) => {
      const inner = cutHeaders(part.replace(/^\r?\n/, ''))
      return [...partsOf(inner.headers, inner.body.replace(/\r?\n$/, ''))]
    }),
  )
}

function cutHeaders(text: string): { headers: Map<string, string>; body: string } {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(text) ?? []
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { headers, body }
}

function decodeBody(headers: Map<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const text = encoding === 'quoted-printable' ? fromQuoted(body.replace(/=\r?\n/g, '')) : body
  return text.replaceAll('\r\n', '\n')
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuoted(word.replaceAll('_', ' ')),
    )

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
