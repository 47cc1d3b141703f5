/** A4 in points, of which there are 72 in an inch. */
const a4 = { short: 595.28, long: 841.89 }
const margin = 36

/** A JPEG with three colours, as the platform makes it. */
type Picture = { bytes: Buffer; width: number; height: number }

/** One page of A4, upright or across as the picture is, with the picture as large as fits. The JPEG is not touched. */
export function pdfOfJpeg({ bytes, width, height }: Picture): Buffer {
  const isAcross = width > height
  const page = isAcross ? { w: a4.long, h: a4.short } : { w: a4.short, h: a4.long }
  const scale = Math.min((page.w - 2 * margin) / width, (page.h - 2 * margin) / height)
  const [w, h] = [width * scale, height * scale]
  const draw = `q ${points(w, 0, 0, h, (page.w - w) / 2, (page.h - h) / 2)} cm /Picture Do Q`
  return written([
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${points(0, 0, page.w, page.h)}] ` +
        '/Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R >>',
    ),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      bytes,
    ),
    stream('', Buffer.from(draw)),
  ])
}

const points = (...numbers: number[]): string => numbers.map((number) => number.toFixed(2)).join(' ')

const stream = (entries: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])

/** The objects one after the other, then the table that says where each begins. */
function written(objects: readonly Buffer[]): Buffer {
  // the second line tells programs that this is not plain text
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const starts: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    starts.push(at)
    parts.push(part)
    at += part.length
  }
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}` +
        `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
