import { days, earlier } from '#domain/basics/time.ts'
import type { Files } from '../basics/files.ts'
import type { Db } from '../db/database.ts'
import { theService } from '../db/event-trail.ts'
import type { Transact, Work } from '../db/work.ts'
import { erasingStore, erasingWriter } from './erasing-store.ts'

/** How many at a time: the next minute takes the next ones. */
const atOnce = 200

type Parts = { db: Db; files: Files }

/** All that is kept of one donor's form: text, drawn signature, certificate. False if there is no such form. */
export async function eraseForm(
  { db, files }: Parts,
  id: string,
  why: 'asked' | 'age',
  act: <Result>(run: (work: Work) => Promise<Result>) => Promise<Result>,
): Promise<boolean> {
  const keys = await act(async (work) => {
    const gone = await erasingWriter(work).erase(id, why)
    if (!gone) return null
    await work.record({ subjectId: id, kind: 'donor-form-erased', detail: { why } })
    return erasingWriter(work).letGoOfFiles(gone)
  })
  if (keys === null) return false
  await remove({ db, files }, keys)
  return true
}

/** Of a form that was erased before. Answers with how many files there still were. */
export async function eraseFiles(
  parts: Parts,
  { id, bankId }: { id: string; bankId: string },
  act: <Result>(run: (work: Work) => Promise<Result>) => Promise<Result>,
): Promise<number> {
  const keys = await act((work) => erasingWriter(work).letGoOfFiles({ id, bankId, signaturePath: null }))
  await remove(parts, keys)
  return keys.length
}

async function remove({ db, files }: Parts, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key)
  if (keys.length > 0) await erasingStore(db).forget(keys)
}

/** Each night: what is older than an operator said goes. Without a row nothing does. */
export async function ageOut(
  parts: Parts & { transact: Transact; now: Date; onError: (error: unknown, form: string) => void },
): Promise<void> {
  const { db, transact, now, onError } = parts
  const kept = await erasingStore(db).retention()
  const before = (kind: string) => earlier(now, days(kept.get(kind) ?? 0))
  if (kept.has('donor-forms'))
    for (const id of await erasingStore(db).olderThan(before('donor-forms'), atOnce))
      await eraseForm(parts, id, 'age', (run) => transact(theService, now, run)).catch((error) =>
        onError(error, id),
      )
  if (kept.has('messages'))
    await transact(theService, now, async (work) => {
      const removed = await erasingWriter(work).emptyMessages(before('messages'), atOnce * 10)
      if (removed > 0) await work.record({ subjectId: 'age', kind: 'messages-aged-out', detail: { removed } })
    })
}
