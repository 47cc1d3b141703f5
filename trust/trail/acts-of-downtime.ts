import { downtime } from '#contract/downtime.ts'
import type { Act } from './acting-house.ts'

/** Of the day nothing works. */
export const actsOfDowntime: Record<string, Act> = {
  'downtime.make':
    async ({ admin }) =>
    () =>
      admin.done(downtime.make, {}),
}
