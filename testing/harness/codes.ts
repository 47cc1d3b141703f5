import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Canvas, type CanvasRenderingContext2D, createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/** The first page of a PDF, as it is printed at 300 dots to the inch. */
async function printed(pdf: Uint8Array): Promise<Canvas> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await reading.promise).getPage(1)
  const viewport = page.getViewport({ scale: 300 / 72 })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context: CanvasRenderingContext2D = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  await reading.destroy()
  return canvas
}

/** Every code on the first page of a PDF, as a scanner reads it. */
export async function codesIn(pdf: Uint8Array): Promise<{ format: string; text: string }[]> {
  const png = await (await printed(pdf)).encode('png')
  const found = await readBarcodes(new Uint8Array(png), {
    formats: ['QRCode', 'Code128', 'DataMatrix'],
    tryHarder: true,
    maxNumberOfSymbols: 255,
  })
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }))
}

/** A hand that holds the first label of a sheet before a camera, and shakes: pictures of its bars and of its square, as JPEGs. */
export async function filmed(sheet: Uint8Array): Promise<Record<'bars' | 'square', Buffer[]>> {
  const paper = await printed(sheet)
  async function held(left: number, top: number): Promise<Buffer[]> {
    return Promise.all(
      [-2, -1, 0, 1, 2].map((shake) => {
        const canvas = createCanvas(1280, 720)
        const context = canvas.getContext('2d')
        context.fillStyle = '#6b7a70'
        context.fillRect(0, 0, 1280, 720)
        context.translate(640, 360)
        context.rotate((shake * Math.PI) / 90)
        context.drawImage(paper, 55, 180, 1170, 450, left + shake * 4, top + shake * 3, 1170, 450)
        return canvas.encode('jpeg', 80)
      }),
    )
  }
  return { bars: await held(-360, -140), square: await held(-900, -240) }
}
