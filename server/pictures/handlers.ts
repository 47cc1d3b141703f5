import { zipSync } from 'fflate'
import type { pictures } from '#contract/pictures.ts'
import { no } from '#domain/basics/refusal.ts'
import { inLifeOrder, pictureFileName, pictureWords } from '#domain/requests/pictures.ts'
import type { Handlers } from '../platform/call.ts'
import type { Files } from '../platform/files.ts'
import { notFound, refuse } from '../platform/refuse.ts'
import { keepPicture, pictureFrom } from './keeping.ts'
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

  async file({ db }, { id, state, name, seq, aside }) {
    const picture = await pictureStore(db).find(id, state, name, { seq, aside })
    const bytes = picture && (await files.get(picture.path))
    if (!bytes) throw notFound()
    return { name: pictureFileName(id, state, name, { seq, aside }), type: jpeg, bytes }
  },

  async all({ db }, { id }) {
    const entries: Record<string, [Buffer, { level: 0; mtime: Date }]> = {}
    for (const { state, name, seq, aside, path, takenAt } of inLifeOrder(await pictureStore(db).list(id))) {
      const bytes = await files.get(path)
      const fileName = pictureFileName(id, state, name, { seq, aside })
      if (bytes) entries[fileName] = [bytes, { level: 0, mtime: takenAt }]
    }
    if (Object.keys(entries).length === 0) refuse(pictureWords, no('no-pictures'))
    return { name: `${id}.zip`, type: 'application/zip', bytes: zipSync(entries) }
  },

  async upload({ actor, db, file, inTransaction }, { id, state, name, fileName }) {
    const isRequest = await pictureStore(db).isRequest(id)
    const bytes = await pictureFrom(db, { isRequest, state, name, fileName, file })
    const row = { requestId: id, seq: 1, state, name, aside: 0, takenBy: actor.displayName }
    return inTransaction(async (work) => {
      await pictureWriter(work).lockRequest(id)
      return keepPicture(work, files, row, bytes)
    })
  },
})
