import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CanvasRenderingContext2D, createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/** Every code on the first page of a PDF, as it is printed at 300 dots to the inch and read by a scanner. */
export async function codesIn(pdf: Uint8Array): Promise<{ format: string; text: string }[]> {
  const reading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const page = await (await reading.promise).getPage(1)
  const viewport = page.getViewport({ scale: 300 / 72 })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context: CanvasRenderingContext2D = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  const png = await canvas.encode('png')
  await reading.destroy()
  const found = await readBarcodes(new Uint8Array(png), {
    formats: ['QRCode', 'Code128', 'DataMatrix'],
    tryHarder: true,
    maxNumberOfSymbols: 255,
  })
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }))
}
