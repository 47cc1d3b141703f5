import type { people } from '#contract/people.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound } from '../platform/http/refuse.ts'
import { chooseFor, openPlaces } from './choosing-store.ts'
import { aboutAccount } from './own-account.ts'
import { ownAccountWriter } from './own-account-store.ts'
import { peopleStore } from './store.ts'

type Routes = Pick<typeof people, 'organisations' | 'choose'>

/** For whom somebody with several organisations acts: one at a time in a session. */
export const choosingHandlers: Handlers<Routes> = {
  async organisations({ db, actor }) {
    const here = actor.kind === 'member' ? actor.organisationId : null
    const places = actor.kind === 'member' ? await openPlaces(db, actor.accountId) : []
    return {
      items: places.map(({ id, name, kind, role, organisationId }) => ({
        id,
        name: name === null ? 'The provider' : kind === 'hospital' ? displayNameOf(name) : name,
        role,
        isHere: organisationId === here,
      })),
    }
  },

  choose: ({ actor, sessionToken, inTransaction, now }, { id }) =>
    inTransaction(async (work) => {
      await ownAccountWriter(work, actor.accountId)
      const place = (await openPlaces(work.db, actor.accountId)).find((one) => one.id === id)
      if (!place) throw notFound()
      await chooseFor(work.db, { accountId: actor.accountId, token: sessionToken ?? '', id, now })
      const chosen = await peopleStore(work.db).whoIs(sessionToken ?? '', new Date())
      if (!chosen) throw notFound()
      const detail = { email: actor.email, organisationId: place.organisationId }
      await work.record({ ...aboutAccount(actor), kind: 'organisation-chosen', detail })
      return { actor: chosen }
    }),
}
