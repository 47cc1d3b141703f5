import type { BrowserContext, Page } from '@playwright/test'

type Film = Record<string, Buffer[]>

/** The device alone is not real, since a browser without a screen has none: its pictures come again and again, ten a second. */
export async function giveCamera(context: BrowserContext, film: Film, begin: string): Promise<void> {
  const pictures = Object.entries(film).map(([name, frames]) => ({
    name,
    frames: frames.map((one) => one.toString('base64')),
  }))
  await context.addInitScript(
    ({ pictures, begin }) => {
      Object.assign(window, { filmed: begin })
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
        const decode = (one: string) => {
          const bytes = Uint8Array.from(atob(one), (letter) => letter.charCodeAt(0))
          return createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
        }
        const film = new Map<string, ImageBitmap[]>()
        for (const { name, frames } of pictures) film.set(name, await Promise.all(frames.map(decode)))
        let at = 0
        setInterval(() => {
          const frames = film.get(Reflect.get(window, 'filmed')) ?? []
          const frame = frames[at++ % frames.length]
          if (frame) canvas.getContext('2d')?.drawImage(frame, 0, 0)
        }, 100)
        return canvas.captureStream()
      }
    },
    { pictures, begin },
  )
}

/** What is held before it from now on. */
export async function holdUp(page: Page, name: string): Promise<void> {
  await page.evaluate((what) => Object.assign(window, { filmed: what }).filmed, name)
}

/** A browser whose user, or whose operator, forbids it. */
export async function forbidCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
}
