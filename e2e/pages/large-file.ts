import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { largestFile } from '#domain/basics/uploading.ts'

/** One byte more than is taken; on the disk, because the browser's wire is slow with so much. */
export async function aLargeFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.alloc(largestFile + 1))
  return path
}
