import type { driving } from '#contract/driving.ts'
import { drivingWords, isLocked } from '#domain/driving/refusals.ts'
import { handOversAhead, isOpenToDriver, isUnderWay, soFar } from '#domain/driving/stepping.ts'
import { findRequest, lockRequest } from '../db/requests.ts'
import type { StoredFiles } from '../db/stored-files.ts'
import type { Renewable } from '../people/driver-session.ts'
import { hospitalOf } from '../people/organisation-of.ts'
import { keepAside, keepPicture, pictureFrom, pictureTypes } from '../pictures/keeping.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound, refuse } from '../platform/http/refuse.ts'
import { ordersFrom, toldOf } from './order.ts'
import { stepBy } from './stepping.ts'
import { decideStop } from './stopping.ts'
import { drivingStore } from './store.ts'
import { takeBackBy } from './taking-back.ts'

export const drivingHandlers = (parts: {
  files: StoredFiles
  /** Sends the phone its cookie for longer. */
  renew: (call: Renewable) => Promise<void>
}): Handlers<typeof driving> => ({
  async list(call) {
    const { actor, db, now } = call
    await parts.renew(call)
    const store = drivingStore(db)
    const [requests, types, bands] = await Promise.all([
      store.openOf(actor.email),
      pictureTypes(db),
      store.bands(),
    ])
    return { now, items: await ordersFrom({ db, now }, requests), pictureTypes: types, bands }
  },

  async step({ actor, inTransaction }, report) {
    const stepped = await inTransaction((work) => stepBy(actor.email, work, report))
    if ('answer' in stepped) return stepped.answer
    refuse(drivingWords, stepped.refusal)
    throw forbidden()
  },

  async takeBack({ actor, inTransaction }, told) {
    return inTransaction((work) => takeBackBy(actor.email, work, told))
  },

  async decide({ actor, inTransaction }, said) {
    await inTransaction((work) => decideStop(work, actor.displayName, said))
    return {}
  },

  async picture({ actor, db, file, inTransaction }, { id, seq, state, name, fileName }) {
    const { email, displayName: takenBy } = actor
    const isRequest = await drivingStore(db).isDriverOf(id, email)
    const deliveries = isRequest ? await drivingStore(db).deliveriesOf([id]) : []
    if (!deliveries.some((delivery) => delivery.seq === seq)) throw notFound()
    const picture = await pictureFrom(db, parts.files, { isRequest, state, name, fileName, file })
    return inTransaction(async (work) => {
      const request = await lockRequest(work, id)
      const row = { requestId: id, seq, state, name, takenBy }
      const deliveries = await drivingStore(work.db).deliveriesOf([id])
      const isOwn = request?.driverEmail === email && isOpenToDriver({ ...request, deliveries })
      if (isOwn) return keepPicture(work, { ...row, aside: 0 }, picture)
      return keepAside(work, { ...row, driverEmail: email }, picture)
    })
  },

  async codes({ actor, db }, { id }) {
    const request = await findRequest(db, id, hospitalOf(actor).hospitalId)
    if (!request) throw notFound()
    const store = drivingStore(db)
    const [deliveries, steps, codes] = await Promise.all([
      store.deliveriesOf([id]),
      store.stepsOf([id]),
      store.codesOf(id),
    ])
    if (!isUnderWay({ ...request, deliveries })) return { items: [] }
    const ahead = handOversAhead(soFar(request.status, toldOf(deliveries, steps)))
    return {
      items: ahead.flatMap(({ seq, step }) => {
        const row = codes.find((one) => one.seq === seq)
        if (!row) return []
        const [code, tries] =
          step === 'delivered' ? [row.deliveryCode, row.deliveryTries] : [row.sampleCode, row.sampleTries]
        return [{ seq, step, code, isLocked: isLocked(tries) }]
      }),
    }
  },
})
