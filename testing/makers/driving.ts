import { randomUUID } from 'node:crypto'
import { driving } from '#contract/driving.ts'
import type { InputOf } from '#contract/route.ts'
import { type DeliveryStep, handsOver, measures } from '#domain/driving/steps.ts'
import type { Db } from '#server/db/database.ts'
import type { Client } from '../harness/client.ts'

export type ReportWish = Partial<InputOf<typeof driving.step>> & { id: string; step: DeliveryStep }

/** A report with all that its step asks for but the code, by a phone whose clock is right. */
export function aReport(wish: ReportWish, now = new Date()): InputOf<typeof driving.step> {
  const { step } = wish
  return {
    stepId: randomUUID(),
    seq: 1,
    doneAt: now,
    sentAt: now,
    ...(measures(step) ? { temperature: 4.5 } : {}),
    ...(handsOver(step) ? { receiver: 'Sister Mary' } : {}),
    ...wish,
  }
}

/** As the hospital would read it out. */
export async function codeOf(
  db: Db,
  { id, seq = 1, step }: { id: string; seq?: number | undefined; step: DeliveryStep },
): Promise<string> {
  const row = await db
    .selectFrom('deliveries')
    .select(['sampleCode', 'deliveryCode'])
    .where('requestId', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  return step === 'delivered' ? row.deliveryCode : row.sampleCode
}

/** Another one than it is. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The driver does it, with the right code where one is asked for. */
export async function drive(client: Client, db: Db, wish: ReportWish, now = new Date()) {
  const code = handsOver(wish.step) ? { code: await codeOf(db, wish) } : {}
  return client.done(driving.step, aReport({ ...code, ...wish }, now))
}

/** What there is of an order: its row, its deliveries without their codes, and every report. */
export async function drivenIn(db: Db, id: string) {
  const request = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['seq', 'units', 'state', 'deliveredAt', 'sampleTries', 'deliveryTries'])
    .where('requestId', '=', id)
    .orderBy('seq')
    .execute()
  const steps = await db
    .selectFrom('deliverySteps')
    .selectAll()
    .where('requestId', '=', id)
    .orderBy('arrivedAt')
    .orderBy('doneAt')
    .execute()
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('subjectId', '=', id)
    .where('subjectKind', '=', 'request')
    .orderBy('id')
    .execute()
  return { request, deliveries, steps, events }
}
