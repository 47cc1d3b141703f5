import { Zip, ZipPassThrough } from 'fflate'
import type { pictures } from '#contract/pictures.ts'
import { no } from '#domain/basics/refusal.ts'
import { inLifeOrder, pictureFileName, pictureWords } from '#domain/requests/pictures.ts'
import type { Db } from '../db/database.ts'
import type { TellOpened } from '../db/opening.ts'
import { findRequest, lockRequest } from '../db/requests.ts'
import type { StoredFiles } from '../db/stored-files.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { keepPicture, pictureFrom, pictureTypes } from './keeping.ts'
import { pictureStore } from './store.ts'

const jpeg = 'image/jpeg'

export const pictureHandlers = (files: StoredFiles, opened: TellOpened): Handlers<typeof pictures> => ({
  async types({ db }) {
    return { items: await pictureTypes(db) }
  },

  async list({ db }, { id }) {
    const items = await pictureStore(db).list(id)
    if (items.length === 0 && !(await findRequest(db, id))) throw notFound()
    return { items: inLifeOrder(items) }
  },

  async file({ actor, db, now }, { id, state, name, seq, aside }) {
    const picture = await pictureStore(db).find(id, state, name, { seq, aside })
    const bytes = picture && (await files.get(picture.path))
    if (!bytes) throw notFound()
    await opened({ db, actor, now }, await openedPictures(db, id))
    return { name: pictureFileName(id, state, name, { seq, aside }), type: jpeg, bytes }
  },

  async all({ actor, db, now }, { id }) {
    const zip = zipped()
    for (const { state, name, seq, aside, path, takenAt } of inLifeOrder(await pictureStore(db).list(id))) {
      const bytes = await files.get(path)
      if (bytes) zip.add(pictureFileName(id, state, name, { seq, aside }), bytes, takenAt)
    }
    if (zip.count() === 0) refuse(pictureWords, no('no-pictures'))
    await opened({ db, actor, now }, await openedPictures(db, id))
    return { name: `${id}.zip`, type: 'application/zip', bytes: zip.end() }
  },

  async upload({ actor, db, file, inTransaction }, { id, state, name, fileName }) {
    const isRequest = (await findRequest(db, id)) !== undefined
    const picture = await pictureFrom(db, files, { isRequest, state, name, fileName, file })
    const row = { requestId: id, seq: 1, state, name, aside: 0, takenBy: actor.displayName }
    return inTransaction(async (work) => {
      // so that two uploads of one picture take turns
      await lockRequest(work, id)
      return keepPicture(work, row, picture)
    })
  },
})

/** Once for all of an order's: a page shows them together. */
async function openedPictures(db: Db, id: string) {
  const hospitalId = (await findRequest(db, id))?.hospitalId ?? null
  return { kind: 'pictures-opened' as const, thing: id, detail: { requestId: id }, hospitalId }
}

/** A picture at a time, not packed further: the sums of all at once would hold up everybody for a while. */
function zipped() {
  const parts: Uint8Array[] = []
  let count = 0
  const zip = new Zip((_error, part) => void parts.push(part))
  return {
    add(name: string, bytes: Uint8Array, at: Date): void {
      const entry = new ZipPassThrough(name)
      entry.mtime = at
      zip.add(entry)
      entry.push(bytes, true)
      count++
    },
    count: () => count,
    end(): Buffer {
      zip.end()
      return Buffer.concat(parts)
    },
  }
}
