import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { closeLater } from './closing.ts'

const run = promisify(execFile)

/** A file system of its own in a file: what has reached it is what a power cut would leave. */
export type LoopDisk = {
  folder: string
  /** What is on the disk at this moment, without what only memory has, as a disk of its own. */
  copy(): Promise<LoopDisk>
  remove(): Promise<void>
}

/** Why there can be none here, or null. */
export async function whyNoLoopDisk(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root and a loop device'
  try {
    await run('losetup', ['-f'])
    await run('mkfs.ext4', ['-V'])
    return null
  } catch {
    return 'it needs root and a loop device'
  }
}

export async function aLoopDisk(megabytes: number): Promise<LoopDisk> {
  const room = await mkdtemp(join(tmpdir(), 'crossmatch-disk-'))
  await run('chmod', ['711', room])
  const image = join(room, 'disk.img')
  await run('truncate', ['-s', `${megabytes}M`, image])
  await run('mkfs.ext4', ['-q', '-m', '0', image])
  const disk = await mounted(room, image)
  closeLater(disk.remove)
  return disk
}

async function mounted(room: string, image: string): Promise<LoopDisk> {
  const folder = join(room, `on-${image.split('/').at(-1)}`)
  await run('mkdir', ['-p', '-m', '755', folder])
  await run('mount', ['-o', 'loop', image, folder])
  const device = (await run('losetup', ['-j', image])).stdout.split(':')[0] ?? ''
  const written = () => readFile(`/sys/block/${device.split('/').at(-1)}/stat`, 'utf8')
  let copies = 0
  let isThere = true
  return {
    folder,
    async copy() {
      const place = join(room, `cut-${++copies}.img`)
      // a copy during which the kernel wrote is of no one moment
      for (let isWhole = false; !isWhole; ) {
        const before = await written()
        await run('cp', ['--sparse=always', image, place])
        isWhole = before === (await written())
      }
      return mounted(room, place)
    },
    async remove() {
      if (!isThere) return
      isThere = false
      await run('umount', [folder])
      await rm(image, { force: true })
      await rm(folder, { recursive: true, force: true })
      // the last one takes the room along
      await run('rmdir', [room]).catch(() => undefined)
    },
  }
}
