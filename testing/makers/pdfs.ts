import { deflateSync } from 'node:zlib'

const pages = [
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
]

type Wish = {
  /** Entries of the catalog beyond its pages. */
  catalog?: string
  /** Objects from number 5 on, or other bytes between them. */
  more?: readonly (string | Buffer)[]
  trailer?: string
}

/** A PDF of one page that opens, with whatever else somebody puts into it. */
export function aPdfWith({ catalog = '', more = [], trailer = '' }: Wish = {}): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    ...pages,
    '<< /Length 18 >>\nstream\n0 0 m 9 9 l S (obj\nendstream',
  ]
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  for (const [index, object] of [...objects, ...more].entries()) {
    const isWhole = typeof object !== 'string' || / obj\b/.test(object)
    parts.push(
      isWhole ? Buffer.from(object) : Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`, 'latin1'),
    )
  }
  parts.push(Buffer.from(`trailer\n<< /Root 1 0 R ${trailer} >>\nstartxref\n0\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** A stream as an object with its number. */
export const streamObject = (number: number, entries: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ])

/** Objects packed into a stream (ISO 32000, 7.5.7), as most programs write them today. */
export function objectStream(
  number: number,
  objects: readonly string[],
  change: Partial<Packing> = {},
): Buffer {
  const places = objects.map((_, index) => objects.slice(0, index).join('\n').length + (index === 0 ? 0 : 1))
  const head = `${places.map((place, index) => `${number + 1 + index} ${place}`).join(' ')} `
  const { type, first, count, filter, pack } = {
    type: '/Type /ObjStm',
    first: `/First ${head.length}`,
    count: `/N ${objects.length}`,
    filter: '/Filter /FlateDecode',
    pack: deflateSync,
    ...change,
  }
  const content = pack(Buffer.from(head + objects.join('\n'), 'latin1'))
  return streamObject(number, [type, count, first, filter].join(' '), content)
}

type Packing = {
  type: string
  first: string
  count: string
  filter: string
  pack: (content: Buffer) => Uint8Array
}
