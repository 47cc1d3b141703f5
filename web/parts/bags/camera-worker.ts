/**
 * Reads codes in pictures, on a thread of its own. What runs here is the one thing of the web app that is compiled from
 * bytes, which the policy of pages forbids: the file of this worker comes with one that allows it (decision 89).
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { SeenCode } from './camera-scans.ts'

/** As much of a worker's globals as is used here; TypeScript's lib for them cannot stand beside the DOM's. */
type Thread = {
  addEventListener(kind: 'message', act: (event: MessageEvent<ImageBitmap>) => void): void
  /** Null: nothing can be read here. */
  postMessage(codes: SeenCode[] | null): void
}
const thread = globalThis as unknown as Thread

prepareZXingModule({ overrides: { locateFile: () => wasm } })

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

thread.addEventListener('message', ({ data: picture }) => {
  // what fails inside a promise would be heard by nobody outside
  read(picture).catch(() => thread.postMessage(null))
})

async function read(picture: ImageBitmap): Promise<void> {
  const { width, height } = picture
  Object.assign(canvas, { width, height })
  context?.drawImage(picture, 0, 0)
  picture.close()
  const found = context
    ? await readBarcodes(context.getImageData(0, 0, width, height), {
        formats: ['Code128', 'DataMatrix', 'QRCode'],
        tryHarder: true,
        maxNumberOfSymbols: 16,
      })
    : []
  thread.postMessage(
    found
      .filter(({ isValid }) => isValid)
      .map(({ text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
        text,
        corners: [topLeft, topRight, bottomRight, bottomLeft],
      })),
  )
}
