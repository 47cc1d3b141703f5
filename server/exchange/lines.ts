import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

export type Line = {
  /** From 1. */
  number: number
  /** Null: it is too long, or not UTF-8. */
  text: string | null
  /** Read of the file up to its end. */
  bytes: number
}

/** No document of ours is near to it; what is longer is not kept in memory. */
const longest = 1_000_000
const newline = 10

/** The lines of a file, one at a time; empty ones are counted and left out. A link is not followed. */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    let [number, bytes, kept] = [1, 0, 0]
    let parts: Buffer[] = []
    const keep = (part: Buffer) => {
      kept += part.length
      if (kept <= longest) parts.push(part)
      else parts = []
    }
    const take = (): Line | null => {
      const text = kept > longest ? null : textOf(Buffer.concat(parts))
      const line = { number: number++, text, bytes }
      parts = []
      kept = 0
      return text?.trim() === '' ? null : line
    }
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        keep(chunk.subarray(from, at))
        bytes += at + 1 - from
        from = at + 1
        const line = take()
        if (line) yield line
      }
      keep(chunk.subarray(from))
      bytes += chunk.length - from
    }
    const last = kept > 0 ? take() : null
    if (last) yield last
  } finally {
    await file.close()
  }
}

/** A mark at the beginning of a file is taken away by it. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
