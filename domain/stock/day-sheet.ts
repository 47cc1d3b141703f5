/** A bank's stock of one day, component by group, as it is keyed in elsewhere (ruling AMB-337). */
import { z } from 'zod'
import { bloodGroups, type ComponentCode, componentName, groupName } from '../basics/blood.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Column, column } from '../basics/sheet.ts'
import { dayOf } from '../basics/time.ts'
import type { Quantities } from './counting.ts'

export const DaySheetForm = z.enum(['csv', 'xlsx', 'pdf'])
export type DaySheetForm = z.infer<typeof DaySheetForm>

/** One component of it; without units where it was never counted up to that day. */
export type DayStock = {
  readonly day: string
  readonly bankName: string
  readonly component: ComponentCode
  readonly units: Quantities | null
  readonly countedAt: Date | null
  readonly countedBy: string | null
  readonly from: 'count' | 'bags' | null
}

export const dayColumns: readonly Column<DayStock>[] = [
  column('Date', ({ day }) => day),
  column('Blood Bank', ({ bankName }) => bankName),
  column('Component', ({ component }) => componentName(component)),
  ...bloodGroups.map((group) => column<DayStock>(groupName(group), ({ units }) => units?.[group] ?? null)),
  column('Total', ({ units }) => units && bloodGroups.reduce((sum, group) => sum + units[group], 0)),
  column('From', ({ from }) => from),
  column('Counted At', ({ countedAt }) => countedAt),
  column('Counted By', ({ countedBy }) => countedBy),
]

export const daySheetWords = {
  'day-to-come': { title: 'Day To Come', text: 'There is nothing to say yet of a day to come.' },
} satisfies Record<string, Wording>

export const whyNotDaySheet = (day: string, now: Date): Refusal<keyof typeof daySheetWords> | null =>
  day > dayOf(now) ? no('day-to-come', 'day') : null
