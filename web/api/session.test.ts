import { expect, test, vi } from 'vitest'
import type { Actor } from '#domain/people/actor.ts'
import { beginSession, doubtSession, makeOwnStore, signOut } from './session.ts'

const actor = (accountId: string) => ({ accountId }) as Actor

test.each([
  ['signs out', signOut],
  ['is thrown out', doubtSession],
  ['is followed by somebody else', () => beginSession(actor('b'))],
])('AMB-242 what the page keeps of somebody is gone when that person %s', async (_, leave) => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  beginSession(actor('a'))
  const store = makeOwnStore<readonly string[]>([])
  store.set(['a status set here'])
  await leave()
  expect(store.get()).toEqual([])
})
