import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { aPdfWith, objectStream, streamObject } from '#testing/makers/pdfs.ts'
import { aJpeg, aPdf } from '#testing/makers/pictures.ts'
import { lookIntoPdf } from './pdf-look.ts'
import { picturePdf } from './picture-pdf.ts'

const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
const visit = '<< /S /URI /URI (https://shop.example/) >>'
const link =
  '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://shop.example/Launch/JavaScript) >> >>'

/** Two bytes in turn that one reader takes for blanks and others for letters. */
const odd = (text: string) => Buffer.from(text.replaceAll('~~', '\xff').replaceAll('~', '\x80'), 'latin1')
/** A packed script, with something in its stream changed. */
const oddly = (from: string, to: string) =>
  Buffer.from(
    objectStream(5, [script]).toString('latin1').replace(from, odd(to).toString('latin1')),
    'latin1',
  )

describe('an ordinary PDF is taken', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['the least there is', () => aPdf()],
    ['one with a picture', async () => picturePdf({ bytes: await aJpeg(), width: 64, height: 48 })],
    ['one that opens at a page', () => aPdfWith({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' })],
    ['one that opens at a place', () => aPdfWith({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
    [
      'one that opens at a place told elsewhere, and has links',
      () => aPdfWith({ catalog: '/OpenAction 5 0 R', more: ['<< /S /GoTo /D [3 0 R /Fit] >>', link, visit] }),
    ],
    ['a link, whatever words are in it', () => aPdfWith({ more: [link] })],
    [
      'words about scripts',
      () => aPdfWith({ more: ['<< /Title (See /JavaScript \\) and /Launch (all)) >>'] }),
    ],
    ['letters of short names', () => aPdfWith({ more: ['<< /Differences [1 /AA /JS /EF] >>'] })],
    ['its objects packed', () => aPdfWith({ more: [objectStream(5, [link, '<< /Title (/JS) >>'])] })],
    ['a profile of colours', () => aPdfWith({ more: [streamObject(5, '/N 3', Buffer.from('\0\0\f0ADBE'))] })],
    ['a second state of it', () => Buffer.concat([aPdf(), aPdfWith().subarray(9)])],
    ['blanks behind its end', () => Buffer.concat([aPdf(), Buffer.from('\r\n\0\0')])],
  ])('UPDATEDB-12 %s', async (_, make) => {
    expect(lookIntoPdf(await make())).toBeNull()
  })
})

describe('more than pages is found', () => {
  test.each([
    ['a script when it opens', aPdfWith({ catalog: `/OpenAction ${script}` }), 'script'],
    ['a script by its name', aPdfWith({ catalog: '/Names << /JavaScript 5 0 R >>' }), 'script'],
    ['a program', aPdfWith({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), 'launch'],
    ['a visit when it opens', aPdfWith({ catalog: `/OpenAction ${visit}` }), 'automatic'],
    ['one told elsewhere', aPdfWith({ catalog: '/OpenAction 5 0 R', more: [visit] }), 'automatic'],
    [
      'one told in a packed object',
      aPdfWith({ catalog: '/OpenAction 6 0 R', more: [objectStream(5, [visit])] }),
      'automatic',
    ],
    [
      'one after a page was gone to',
      aPdfWith({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${visit} >>` }),
      'automatic',
    ],
    [
      'the same told elsewhere',
      aPdfWith({ catalog: '/OpenAction 5 0 R', more: [`<< /S /GoTo /D [3 0 R /Fit] /Next ${visit} >>`] }),
      'automatic',
    ],
    ['a print when it opens', aPdfWith({ catalog: '/OpenAction << /S /Named /N /Print >>' }), 'automatic'],
    ['what a page does by itself', aPdfWith({ more: ['<< /AA << /O 9 0 R >> >>'] }), 'automatic'],
    ['a file inside', aPdfWith({ catalog: '/Names << /EmbeddedFiles 5 0 R >>' }), 'attachment'],
    ['a form of XML', aPdfWith({ catalog: '/AcroForm << /XFA 5 0 R >>' }), 'form'],
    ['a sound', aPdfWith({ more: ['<< /S /Sound /Sound 9 0 R >>'] }), 'media'],
    ['a key', aPdfWith({ trailer: '/Encrypt 5 0 R' }), 'locked'],
  ])('T52 AMB-270 %s', (_, pdf, trouble) => {
    expect(lookIntoPdf(pdf)).toBe(trouble)
  })

  test.each<[string, Buffer]>([
    ['with letters by their numbers', aPdfWith({ more: ['<< /#53 /J#61v#61Script >>'] })],
    ['in an object that nothing leads to', aPdfWith({ more: [script] })],
    ['in an older state', Buffer.concat([aPdfWith({ more: [script] }), aPdfWith().subarray(9)])],
    ['in a later state', Buffer.concat([aPdfWith(), aPdfWith({ more: [script] }).subarray(9)])],
    ['behind a comment', aPdfWith({ more: ['<< /S %(\n/JavaScript %[\n/JS<6170>>>'] })],
    ['without a blank', aPdfWith({ more: ['<</S/JavaScript/JS(x)>>'] })],
    ['behind a bracket that nobody closes', aPdfWith({ more: [Buffer.from('( << [ \n'), script] })],
    [
      'in a stream that is not packed',
      aPdfWith({ more: [streamObject(5, '', Buffer.from(`9 0 obj ${script}`))] }),
    ],
    ['in a string', aPdfWith({ more: [`5 0 obj << /Title (9 0 obj ${script}) >> endobj\n`] })],
    ['behind a head with comments', aPdfWith({ more: [Buffer.from(`9 %x\n0 %y\nobj${script}`)] })],
    ['behind a head with a number like any other', aPdfWith({ more: [Buffer.from(`9 0. obj${script}`)] })],
    ['between bytes that some take for blanks', aPdfWith({ more: [odd(`9 0~obj~~%x\n~${script}`)] })],
    ['packed, behind a byte that may be a blank', aPdfWith({ more: [oddly('>>\nstream', '>>~stream~')] })],
    ['in the trailer', aPdfWith({ trailer: `/OpenAction ${script}` })],
    ['packed', aPdfWith({ more: [objectStream(5, [link, script])] })],
    ['packed without a type', aPdfWith({ more: [objectStream(5, [link, script], { type: '' })] })],
    ['packed, its names in numbers', aPdfWith({ more: [objectStream(5, ['<< /#4aS 1 0 R >>'])] })],
    [
      'not packed, in a stream of objects',
      aPdfWith({ more: [objectStream(5, [script], { filter: '', pack: (all) => all })] }),
    ],
    [
      'packed, inside what looks like a string',
      aPdfWith({
        more: [
          streamObject(
            5,
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
            deflateSync(Buffer.from(`6 1 (${script})`)),
          ),
        ],
      }),
    ],
  ])('T52 a script %s', (_, pdf) => {
    expect(lookIntoPdf(pdf)).toBe('script')
  })
})

describe('what cannot be looked into is not taken', () => {
  const bomb = deflateSync(Buffer.alloc(40 * 1024 * 1024))
  const nested = (text: string) => aPdfWith({ more: [Buffer.from(`9 0 obj ${text}`)] })
  const packed = (change: Parameters<typeof objectStream>[2]) =>
    aPdfWith({ more: [objectStream(5, [link], change)] })
  // read as it stands the first object is the number far behind, read as hex it is the script
  const hex = `3620 3020 ${Buffer.from(`      ${script}`).toString('hex')}`
  const hidden = streamObject(
    5,
    '/Type /ObjStm /N 1 /First 10 /F /ASCIIHexDecode',
    Buffer.from(`${hex.padEnd(3_035)}20 20>`),
  )
  // where a tab of lines is no blank, the first number behind the table is a place
  const shifted = streamObject(
    5,
    '/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode',
    deflateSync(Buffer.from(`1\v0 2 7 ${'40     null'.padEnd(40)}${script}`)),
  )

  test.each<[string, Buffer]>([
    ['words', Buffer.from('words')],
    ['nothing', Buffer.alloc(0)],
    ['words between head and end', Buffer.from('%PDF-1.7\nwords\n%%EOF')],
    ['without a page', Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF')],
    ['something before it', Buffer.concat([Buffer.from('<html>'), aPdf()])],
    ['something behind it', Buffer.concat([aPdf(), Buffer.from('<html>')])],
    [
      'an archive as well',
      Buffer.concat([aPdf(), Buffer.from('PK\x05\x06'), Buffer.alloc(18), Buffer.from('%%EOF')]),
    ],
    [
      'packed beyond all measure',
      aPdfWith({ more: [streamObject(5, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', bomb)] }),
    ],
    [
      'packed into more streams than any',
      aPdfWith({ more: Array.from({ length: 5_001 }, () => objectStream(5, ['<< >>'])) }),
    ],
    ['packed by two filters', packed({ filter: '/Filter [/ASCIIHexDecode /FlateDecode]' })],
    ['packed by a filter that stands elsewhere', packed({ filter: '/Filter 9 0 R' })],
    ['packed with a predictor', packed({ filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' })],
    ['packed with a filter told twice', packed({ filter: '/Filter /FlateDecode /Filter /LZWDecode' })],
    ['packed with a predictor by its short name', packed({ filter: '/Filter /FlateDecode /DP << >>' })],
    ['packed by a filter by its short name', aPdfWith({ more: [hidden] })],
    ['packed with counts that may be read in two ways', aPdfWith({ more: [shifted] })],
    ['a name that may end in two places', aPdfWith({ more: [odd('9 0 obj << /S /JavaScript~ >>')] })],
    ['a count that may be part of a name', aPdfWith({ more: [oddly('/N 1', '/N~1')] })],
    ['a zero in a name', nested('<< /S /JavaScript#00 >>')],
    ['a stream in another file', aPdfWith({ more: [streamObject(5, '/F (there)', Buffer.alloc(0))] })],
    ['packed badly', packed({ pack: (content) => deflateSync(content).subarray(0, -20) })],
    ['packed with a count that is short', packed({ count: '/N 0' })],
    ['packed with a count that stands elsewhere', packed({ count: '/N 9 0 R' })],
    ['packed with a false first', packed({ first: '/First 0' })],
    ['packed without a first', packed({ first: '' })],
    ['packed with a stream inside', aPdfWith({ more: [objectStream(5, ['<< /N 1 >>\nstream\n'])] })],
    ['a list closed as a dictionary', nested('<< /Kids [ 1 >> /S 1 ] >>')],
    ['a word that is none in a list', nested('<< /A [ odd /S /X ] >>')],
    ['half a letter in a name', nested('<< /Jav#6 1 >>')],
    ['a string without an end', nested('<< /A (')],
    ['brackets without an end', nested('<<'.repeat(100_000))],
    ['objects in one another', nested('<< /A 1 0 obj '.repeat(100))],
    ['comments in one another', nested('1 0 obj %'.repeat(30_000))],
    ['trailers in one another', nested('trailer %'.repeat(30_000))],
  ])('T52 %s', (_, pdf) => {
    expect(lookIntoPdf(pdf)).toBe('unreadable')
  })
})
