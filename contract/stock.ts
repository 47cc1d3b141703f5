import { z } from 'zod'
import { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import { Moment } from '#domain/basics/day.ts'
import { isBank, isBankAdmin } from '#domain/people/actor.ts'
import { StockDraft } from '#domain/stock/counting.ts'
import { ReminderTime } from '#domain/stock/reminding.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

/** One component on the shelves of a bank. */
export const ComponentStock = z.object({
  component: ComponentCode,
  /** Null until it was counted for the first time. */
  countedAt: z.coerce.date().nullable(),
  countedBy: z.string().nullable(),
  /** The bank's own system said so, and nobody counted by hand. */
  isBySystem: z.boolean().default(false),
  /** As counted, what was linked to orders since (ruling AMB-121), and how many lie free as bags (AMB-219). */
  shelves: z.record(
    BloodGroup,
    z.object({
      units: z.number().int(),
      linked: z.number().int(),
      /** Null: this bank keeps no bags. */
      byBags: z.number().int().nullable(),
    }),
  ),
})
export type ComponentStock = z.infer<typeof ComponentStock>

/** The count that the person had before their eyes: another one made meanwhile is not overwritten unseen. */
const Seen = z.strictObject({ component: ComponentCode, seenAt: Moment.nullable() })

const Reminder = z.object({ time: ReminderTime })

export const stock = {
  list: route({
    method: 'GET',
    path: '/api/stock',
    summary: "Your bank's stock, component by component",
    who: isBank,
    key: 'stock:write',
    input: nothing,
    output: z.object({ items: z.array(ComponentStock) }),
    // a link to the bank is an event of a request
    also: ['requests', 'bags'],
  }),
  count: route({
    method: 'PUT',
    path: '/api/stock/:component',
    summary: 'Save a new count of a component of your bank, all eight groups; a blank one is 0',
    who: isBank,
    key: 'stock:write',
    input: Seen.extend({ quantities: StockDraft }),
    output: ComponentStock,
    repeatable: true,
  }),
  feed: route({
    method: 'PUT',
    path: '/api/stock',
    summary:
      'Counts of your bank as its own system has them, for one or more components, over whatever was counted before; every 15 minutes is often enough',
    who: isBank,
    key: 'stock:write',
    input: z.strictObject({
      counts: z
        .array(z.strictObject({ component: ComponentCode, quantities: StockDraft }))
        .min(1)
        .max(4),
    }),
    output: z.object({ items: z.array(ComponentStock) }),
    repeatable: true,
  }),
  reminder: route({
    method: 'GET',
    path: '/api/stock/reminder',
    summary: 'When your bank is reminded of a count that is older than a day, in hours and minutes',
    who: isBank,
    input: nothing,
    output: Reminder,
  }),
  setReminder: route({
    method: 'PUT',
    path: '/api/stock/reminder',
    summary: 'Choose when your bank is reminded of a count that is older than a day',
    who: isBankAdmin,
    input: z.strictObject(Reminder.shape),
    output: Reminder,
    repeatable: true,
  }),
  confirm: route({
    method: 'PUT',
    path: '/api/stock/:component/confirmation',
    summary: 'Say that the last count of a component is still correct; it is then dated now',
    who: isBank,
    key: 'stock:write',
    input: Seen,
    output: ComponentStock,
    repeatable: true,
  }),
}
