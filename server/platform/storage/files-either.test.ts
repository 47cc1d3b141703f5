import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { s3Peer } from '#testing/peers/s3.ts'
import type { Files } from '../../basics/files.ts'
import { filesOnDisk } from './files.ts'
import { filesInS3 } from './files-s3.ts'

const all = await fs.mkdtemp(join(tmpdir(), 'crossmatch-either-'))
const peer = await s3Peer()
afterAll(async () => {
  await peer.close()
  await fs.rm(all, { recursive: true, force: true })
})

const key = 'images/05c8aa71/05c8aa71-InTransit-Bag.jpeg'
const bytes = (text: string) => Buffer.from(text)

/** Whoever keeps files keeps them so. */
describe.each<[string, Files]>([
  ['on the disk', filesOnDisk(join(all, 'files'))],
  ['in S3', filesInS3(peer.store)],
])('%s', (_, files) => {
  test('STORAGE-05 what was put is got, and what was not is not there', async () => {
    await files.put(key, bytes('one'))
    expect(await files.get(key)).toEqual(bytes('one'))
    await files.put(key, bytes('two and longer'))
    expect(await files.get(key)).toEqual(bytes('two and longer'))
    expect(await files.get('images/05c8aa71/other.jpeg')).toBeNull()
  })

  test('STORAGE-04 ten megabytes of any bytes, and none at all', async () => {
    const large = Buffer.alloc(10 * 2 ** 20, 'any\u0000bytes\n\r\u00ff', 'latin1')
    await files.put('large/file.pdf', large)
    expect((await files.get('large/file.pdf'))?.equals(large)).toBe(true)
    await files.put('small/file.pdf', bytes(''))
    expect(await files.get('small/file.pdf')).toEqual(bytes(''))
  })

  test.each(['a b+c&d=e?f#g.pdf', "it's (1)!*.pdf", 'மருத்துவமனை.pdf', '100%25.pdf', 'a:b@c,d;e$.pdf'])(
    'STORAGE-03 the name %j is only a name',
    async (name) => {
      await files.put(`odd/${name}`, bytes(name))
      expect(String(await files.get(`odd/${name}`))).toBe(name)
    },
  )

  test.each([
    '../outside.jpeg',
    '../../etc/passwd',
    '/etc/passwd',
    'images/../../outside.jpeg',
    'images/../outside.jpeg',
    'images//outside.jpeg',
    'images/',
    'images\\..\\outside.jpeg',
    'outside\0.jpeg',
    '..',
    '.',
    '',
    '.drafts/x',
  ])('STORAGE-03 T49 the key %j leads nowhere', async (wrong) => {
    peer.calls.length = 0
    await expect(files.put(wrong, bytes('x'))).rejects.toThrow('outside its folder')
    await expect(files.get(wrong)).rejects.toThrow('outside its folder')
    expect(peer.calls).toEqual([])
  })
})
