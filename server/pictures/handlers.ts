import { zipSync } from 'fflate'
import type { pictures } from '#contract/pictures.ts'
import { no } from '#domain/basics/refusal.ts'
import { pictureEndings, uploadWords, whyNotUpload } from '#domain/basics/uploading.ts'
import {
  inLifeOrder,
  pictureFileName,
  picturePath,
  pictureWords,
  whyNotKeep,
} from '#domain/requests/pictures.ts'
import type { Handlers } from '../platform/call.ts'
import type { Files } from '../platform/files.ts'
import { asJpeg } from '../platform/images.ts'
import { notFound, refuse } from '../platform/refuse.ts'
import { pictureStore, pictureWriter } from './store.ts'

const jpeg = 'image/jpeg'

export const pictureHandlers = (files: Files): Handlers<typeof pictures> => ({
  async types({ db }) {
    return { items: inLifeOrder(await pictureStore(db).types()) }
  },

  async list({ db }, { id }) {
    const items = await pictureStore(db).list(id)
    if (items.length === 0 && !(await pictureStore(db).isRequest(id))) throw notFound()
    return { items: inLifeOrder(items) }
  },

  async file({ db }, { id, state, name }) {
    const picture = await pictureStore(db).find(id, state, name)
    const bytes = picture && (await files.get(picture.path))
    if (!bytes) throw notFound()
    return { name: pictureFileName(id, state, name), type: jpeg, bytes }
  },

  async all({ db }, { id }) {
    const entries: Record<string, [Buffer, { level: 0; mtime: Date }]> = {}
    for (const { state, name, path, takenAt } of inLifeOrder(await pictureStore(db).list(id))) {
      const bytes = await files.get(path)
      if (bytes) entries[pictureFileName(id, state, name)] = [bytes, { level: 0, mtime: takenAt }]
    }
    if (Object.keys(entries).length === 0) refuse(pictureWords, no('no-pictures'))
    return { name: `${id}.zip`, type: 'application/zip', bytes: zipSync(entries) }
  },

  async upload({ actor, db, file, now, inTransaction }, { id, state, name, fileName }) {
    const store = pictureStore(db)
    refuse(uploadWords, whyNotUpload({ name: fileName, size: file.length }, pictureEndings))
    refuse(pictureWords, whyNotKeep(await store.isRequest(id), await store.types(), { state, name }))
    const picture = await asJpeg(file)
    refuse(uploadWords, picture ? null : no('wrong-content', 'file'))
    if (!picture) throw notFound()
    const row = { requestId: id, state, name, path: picturePath(id, state, name) }
    const kept = { bytes: picture.bytes.length, takenAt: now, takenBy: actor.displayName }
    await inTransaction(async (work) => {
      await pictureWriter(work).lockRequest(id)
      await pictureWriter(work).save({ ...row, ...kept })
      // last, and before the commit: if it cannot be written there is no row either
      await files.put(row.path, picture.bytes)
    })
    return { state, name, ...kept }
  },
})
