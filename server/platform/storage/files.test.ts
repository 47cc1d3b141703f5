import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, filesOnDisk } from './files.ts'

const all = await fs.mkdtemp(join(tmpdir(), 'crossmatch-files-'))
afterAll(() => fs.rm(all, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = join(await fs.mkdtemp(join(all, 'one-')), 'files')
})

const key = 'images/05c8aa71/05c8aa71-InTransit-Bag.jpeg'
const bytes = (text: string) => Buffer.from(text)

async function filesUnder(root: string): Promise<string[]> {
  const found = await fs.readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map((one) => relative(root, join(one.parentPath, one.name)))
}

test('STORAGE-05 twenty at once on one key: one of them, whole', async () => {
  const files = filesOnDisk(folder)
  const texts = Array.from({ length: 20 }, (_, at) => String(at).repeat(50_000))
  await Promise.all(texts.map((text) => files.put(key, bytes(text))))
  expect(texts).toContain(String(await files.get(key)))
  expect(await filesUnder(folder)).toEqual([key])
})

test('STORAGE-06 nobody else on the machine may read it', async () => {
  await filesOnDisk(folder).put(key, bytes('one'))
  const mode = async (path: string) => (await fs.stat(join(folder, path))).mode & 0o777
  expect([await mode(key), await mode('images'), await mode('images/05c8aa71')]).toEqual([
    0o600, 0o700, 0o700,
  ])
})

test('X12 a file that cannot be read is no file that is missing', async () => {
  const files = filesOnDisk(folder)
  await fs.mkdir(join(folder, key), { recursive: true })
  await expect(files.get(key)).rejects.toThrow(/EISDIR/)
})

/** A disk of which one operation fails: the one of that number, of all that are asked of it. */
function failingDisk(at: number) {
  let asked = 0
  const names: string[] = []
  async function ask<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
    names.push(name)
    if (++asked === at) throw Object.assign(new Error(`ENOSPC: ${name}`), { code: 'ENOSPC' })
    return act()
  }
  const handle = (file: fs.FileHandle) => ({
    writeFile: (data: Uint8Array) => ask('writeFile', () => file.writeFile(data)),
    sync: () => ask('sync', () => file.sync()),
    // the real one first: a close that fails lets go all the same
    close: () => file.close().then(() => ask('close', async () => undefined)),
  })
  const disk = {
    mkdir: (...args: Parameters<Disk['mkdir']>) => ask('mkdir', () => fs.mkdir(...args)),
    open: (...args: Parameters<Disk['open']>) => ask('open', async () => handle(await fs.open(...args))),
    rename: (...args: Parameters<Disk['rename']>) => ask('rename', () => fs.rename(...args)),
    readdir: (path: string) => ask('readdir', () => fs.readdir(path)),
    rm: fs.rm,
    stat: fs.stat,
    readFile: fs.readFile,
  } as unknown as Disk
  return { disk, names }
}

describe('X12 whichever operation of the disk fails', () => {
  test('the file is the old one or the new one, and no draft remains', async () => {
    const whole = failingDisk(0)
    await filesOnDisk(folder, whole.disk).put(key, bytes('whole'))
    expect(whole.names).toEqual(
      expect.arrayContaining(['mkdir', 'open', 'writeFile', 'sync', 'close', 'rename']),
    )
    for (let at = 1; at <= whole.names.length; at++) {
      const place = join(folder, `at-${at}`)
      await filesOnDisk(place).put('old/file', bytes('old'))
      const { disk } = failingDisk(at)
      const put = filesOnDisk(place, disk).put('old/file', bytes('new and longer'))
      const isDone = await put.then(
        () => true,
        () => false,
      )
      const text = String(await filesOnDisk(place).get('old/file'))
      expect(isDone ? ['new and longer'] : ['old', 'new and longer'], `operation ${at}`).toContain(text)
      expect(await filesUnder(place), `operation ${at}`).toEqual(['old/file'])
    }
  })

  test('a file that was never put whole is not there', async () => {
    for (let at = 1; at <= 12; at++) {
      const place = join(folder, `new-${at}`)
      const { disk, names } = failingDisk(at)
      await filesOnDisk(place, disk)
        .put(key, bytes('new'))
        .catch(() => undefined)
      const isPlaced = names.slice(0, at - 1).includes('rename')
      expect(await filesOnDisk(place).get(key), `operation ${at}`).toEqual(isPlaced ? bytes('new') : null)
    }
  })
})

test('X11 what a killed process left half written is gone after an hour', async () => {
  const drafts = join(folder, '.drafts')
  await fs.mkdir(drafts, { recursive: true })
  await fs.writeFile(join(drafts, 'abandoned'), 'half')
  await fs.writeFile(join(drafts, 'under-way'), 'half')
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await fs.utimes(join(drafts, 'abandoned'), twoHoursAgo, twoHoursAgo)
  await filesOnDisk(folder).put(key, bytes('one'))
  expect((await filesUnder(folder)).sort()).toEqual(['.drafts/under-way', key])
})
