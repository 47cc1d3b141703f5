import type { Picture } from '#contract/pictures.ts'
import { no } from '#domain/basics/refusal.ts'
import { pictureEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import {
  inLifeOrder,
  type PictureState,
  picturePath,
  pictureWords,
  whyNotKeep,
} from '#domain/requests/pictures.ts'
import type { Db } from '../db/database.ts'
import { type Kept, nameFile, type StoredFiles } from '../db/stored-files.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { asJpeg } from '../platform/storage/images.ts'
import { type PictureRow, pictureStore, pictureWriter } from './store.ts'

type Sent = { isRequest: boolean; state: PictureState; name: string; fileName: string; file: Buffer }

/** A picture that lies in the store, and how large it is. */
export type KeptPicture = { kept: Kept; bytes: number }

/** In the order in which they are taken. */
export const pictureTypes = async (db: Db) => inLifeOrder(await pictureStore(db).types())

/** What was sent, drawn anew as a JPEG and kept, if it is a picture of a type there is. */
export async function pictureFrom(
  db: Db,
  files: StoredFiles,
  { isRequest, state, name, fileName, file }: Sent,
): Promise<KeptPicture> {
  refuse(uploadWords, whyNotUpload({ name: fileName, size: file.length }, pictureEndings))
  refuse(pictureWords, whyNotKeep(isRequest, await pictureStore(db).types(), { state, name }))
  const picture = await asJpeg(file)
  refuse(uploadWords, picture ? null : no('wrong-content', 'file'))
  if (!picture) throw notFound()
  return { kept: await files.keep(picture.bytes, 'jpeg'), bytes: picture.bytes.length }
}

/** Row, event and the file's path, in a transaction that holds the order. */
export async function keepPicture(
  work: Work,
  row: Omit<PictureRow, 'path' | 'bytes' | 'takenAt'>,
  { kept: file, bytes }: KeptPicture,
): Promise<Picture> {
  const { requestId, seq, state, name, aside, takenBy } = row
  const path = picturePath(requestId, state, name, { seq, aside })
  const kept = { bytes, takenAt: work.now, takenBy }
  await pictureWriter(work).save({ ...row, ...kept, path })
  await nameFile(work.db, path, file)
  return { seq, aside, state, name, ...kept }
}

/** Of a driver whose order it is no longer: beside the picture that counts, and one of each driver's. */
export async function keepAside(
  work: Work,
  row: Omit<Parameters<typeof keepPicture>[1], 'aside'> & { driverEmail: string },
  picture: KeptPicture,
): Promise<Picture> {
  const aside = await pictureWriter(work).asideOf(row, row.driverEmail)
  return keepPicture(work, { ...row, aside }, picture)
}
