import type { Picture } from '#contract/pictures.ts'
import { no } from '#domain/basics/refusal.ts'
import { pictureEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import { type PictureState, picturePath, pictureWords, whyNotKeep } from '#domain/requests/pictures.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import type { Files } from '../platform/files.ts'
import { asJpeg } from '../platform/images.ts'
import { notFound, refuse } from '../platform/refuse.ts'
import { type PictureRow, pictureStore, pictureWriter } from './store.ts'

type Sent = { isRequest: boolean; state: PictureState; name: string; fileName: string; file: Buffer }

/** What was sent, drawn anew as a JPEG, if it is a picture of a type there is. */
export async function pictureFrom(db: Db, { isRequest, state, name, fileName, file }: Sent): Promise<Buffer> {
  refuse(uploadWords, whyNotUpload({ name: fileName, size: file.length }, pictureEndings))
  refuse(pictureWords, whyNotKeep(isRequest, await pictureStore(db).types(), { state, name }))
  const picture = await asJpeg(file)
  refuse(uploadWords, picture ? null : no('wrong-content', 'file'))
  if (!picture) throw notFound()
  return picture.bytes
}

/** Row, event and file, in a transaction that holds the order. */
export async function keepPicture(
  work: Work,
  files: Files,
  row: Omit<PictureRow, 'path' | 'bytes' | 'takenAt'>,
  bytes: Buffer,
): Promise<Picture> {
  const { requestId, seq, state, name, aside, takenBy } = row
  const path = picturePath(requestId, state, name, { seq, aside })
  const kept = { bytes: bytes.length, takenAt: work.now, takenBy }
  await pictureWriter(work).save({ ...row, ...kept, path })
  // last, and before the commit: if it cannot be written there is no row either
  await files.put(path, bytes)
  return { seq, aside, state, name, ...kept }
}
