import { sql } from 'kysely'
import { driven } from '#domain/driving/steps.ts'

/** What a driver stopped, still to be decided by the provider; few, by an index of their own (0035). */
export const stopToDecide = sql`
  select delivery_steps.request_id from delivery_steps join deliveries using (request_id, seq)
  where kept_aside = 'stopped' and decision is null and deliveries.delivered_at is null`

/** Where something may have been stopped: the clock may complete what is still on its way. */
export const out = [...driven, 'completed'] as const
