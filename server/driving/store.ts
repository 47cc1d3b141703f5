import { type Insertable, sql } from 'kysely'
import type { HandOverNow } from '#domain/driving/refusals.ts'
import type { KeptAside } from '#domain/driving/reporting.ts'
import { type DeliveryStep, driven, pictureStateOf } from '#domain/driving/steps.ts'
import { events } from '#domain/events/events.ts'
import { handOverPicture } from '#domain/requests/pictures.ts'
import { notToHandOver, packedLater, packedNumbers } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import { literal } from '../db/requests.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type StepRow = Insertable<Tables['deliverySteps']>

const mostOrders = 100

/** Beside the timeline of the request: what `order-withdrawn` is about. */
const withdrawals = events['order-withdrawn'].subject

/** Reading. What a driver asks for is asked with his e-mail: what is not his is not there. */
export function drivingStore(db: Db) {
  return {
    /** Under way, the soonest due first; before them what the clock completed while it was still out (AMB-211). */
    async openOf(driverEmail: string) {
      const own = db
        .selectFrom('requests')
        .selectAll()
        .where('driverEmail', '=', driverEmail)
        .orderBy('deadlineAt')
        .orderBy('id')
        .limit(mostOrders)
      const stillOut = own
        .where('status', '=', sql.lit('completed'))
        .where('invoiceKind', '=', sql.lit('NORMAL'))
        .where('deliveredAt', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('deliveries')
              .select('seq')
              .whereRef('deliveries.requestId', '=', 'requests.id')
              .where('deliveries.deliveredAt', 'is', null),
          ),
        )
      const [late, driving] = await Promise.all([
        stillOut.execute(),
        own.where('status', 'in', literal(driven)).execute(),
      ])
      return [...late, ...driving]
    },

    /** Is his, or was. */
    async isDriverOf(requestId: string, driverEmail: string): Promise<boolean> {
      const row = await db
        .selectFrom('requests')
        .select('id')
        .where('id', '=', requestId)
        .where((is) =>
          is.or([
            is('driverEmail', '=', driverEmail),
            is.exists(
              is
                .selectFrom('requestDrivers')
                .select('requestId')
                .where('requestId', '=', requestId)
                .where('requestDrivers.driverEmail', '=', driverEmail),
            ),
          ]),
        )
        .executeTakeFirst()
      return row !== undefined
    },

    async deliveriesOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('deliveries')
        .select(['requestId', 'seq', 'units', 'state', 'deliveredAt', 'sampleTries', 'deliveryTries'])
        .select(packedNumbers.as('bags'))
        .select(packedLater.as('bagsLater'))
        .select(notToHandOver.as('notToHandOver'))
        .select(({ selectFrom }) =>
          selectFrom('moreForBank')
            .select('bombay')
            .whereRef('moreForBank.requestId', '=', 'deliveries.requestId')
            .as('bombay'),
        )
        .where('requestId', 'in', [...ids])
        .orderBy('requestId')
        .orderBy('seq')
        .execute()
    },

    /** Every report there is of them, as they were done. */
    async stepsOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('deliverySteps')
        .selectAll()
        .where('requestId', 'in', [...ids])
        .orderBy('requestId')
        .orderBy('doneAt')
        .orderBy('arrivedAt')
        .execute()
    },

    /** What the last step that a driver told of it wrote down. */
    lastStepEventOf: (id: string) =>
      db
        .selectFrom('events')
        .select(['fromStatus', 'detail'])
        .where('subjectKind', '=', 'request')
        .where('subjectId', '=', id)
        .where('kind', '=', 'delivery-step-done')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Every bank it was linked to, and the driver it had then. */
    linksOf: (id: string) =>
      db
        .selectFrom('events')
        .select(['at', 'bankId', 'driverEmail'])
        .where('subjectKind', '=', 'request')
        .where('subjectId', '=', id)
        .where('kind', '=', 'request-linked')
        .orderBy('id')
        .execute(),

    /** When an order was taken from a driver who had it. */
    withdrawnFrom: (id: string, driverEmail: string) =>
      db
        .selectFrom('events')
        .select('at')
        .where('subjectKind', '=', withdrawals)
        .where('subjectId', '=', id)
        .where('kind', '=', 'order-withdrawn')
        .where('driverEmail', '=', driverEmail)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** When it came to the status that it has. */
    lastMoved: (id: string) =>
      db
        .selectFrom('events')
        .select('at')
        .where('subjectKind', '=', 'request')
        .where('subjectId', '=', id)
        .whereRef('fromStatus', '<>', 'toStatus')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async picturesOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('pictures')
        .select(['requestId', 'seq', 'state', 'name'])
        .where('requestId', 'in', [...ids])
        .where('aside', '=', 0)
        .orderBy('requestId')
        .orderBy('seq')
        .orderBy('takenAt')
        .execute()
    },

    async placesOf(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('organisations')
        .select(['id', 'name', 'address', 'phones'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    },

    bands: () => db.selectFrom('temperatureBands').selectAll().orderBy('component').execute(),

    /** For the hospital that has to tell them, and for nobody else. */
    codesOf: (requestId: string) =>
      db
        .selectFrom('deliveries')
        .select(['seq', 'sampleCode', 'sampleTries', 'deliveryCode', 'deliveryTries'])
        .where('requestId', '=', requestId)
        .orderBy('seq')
        .execute(),
  }
}

/** Writing, while the order is held. */
export function drivingWriter({ db }: Work) {
  return {
    async addStep(row: StepRow): Promise<void> {
      await db.insertInto('deliverySteps').values(row).execute()
    },

    /** It counts no longer; it stays, as everything that drivers told. */
    async setAside(requestId: string, id: string, keptAside: KeptAside): Promise<void> {
      await db
        .updateTable('deliverySteps')
        .set({ keptAside })
        .where('requestId', '=', requestId)
        .where('id', '=', id)
        .execute()
    },

    async decide(
      { requestId, id }: Pick<StepRow, 'requestId' | 'id'>,
      decided: Required<Pick<StepRow, 'decision' | 'decisionReason' | 'decidedBy' | 'decidedAt'>>,
    ): Promise<void> {
      await db
        .updateTable('deliverySteps')
        .set(decided)
        .where('requestId', '=', requestId)
        .where('id', '=', id)
        .execute()
    },

    /** The code itself stays in here: only whether it is the right one comes out. */
    async handOverNow(at: At, code: string | undefined): Promise<HandOverNow> {
      const { requestId, seq, step } = at
      const row = await db
        .selectFrom('deliveries')
        .select(({ exists, selectFrom }) => [
          'sampleCode',
          'sampleTries',
          'deliveryCode',
          'deliveryTries',
          exists(
            selectFrom('pictures')
              .select('path')
              .where('requestId', '=', requestId)
              .where('seq', '=', seq)
              .where('state', '=', pictureStateOf[step])
              .where('name', '=', handOverPicture)
              .where('aside', '=', 0),
          ).as('hasPicture'),
        ])
        .where('requestId', '=', requestId)
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow()
      const [right, tries] =
        step === 'delivered' ? [row.deliveryCode, row.deliveryTries] : [row.sampleCode, row.sampleTries]
      return { tries, isRight: code === right, hasPicture: Boolean(row.hasPicture) }
    },

    async countWrong({ requestId, seq, step }: At): Promise<void> {
      await db
        .updateTable('deliveries')
        .set((row) =>
          step === 'delivered'
            ? { deliveryTries: row('deliveryTries', '+', 1) }
            : { sampleTries: row('sampleTries', '+', 1) },
        )
        .where('requestId', '=', requestId)
        .where('seq', '=', seq)
        .execute()
    },
  }
}

type At = { readonly requestId: string; readonly seq: number; readonly step: DeliveryStep }
