/** A bank's stock of one day, component by group, as it is keyed in elsewhere (ruling AMB-337). */
import { z } from 'zod'
import {
  type ShelfComponent,
  type ShelfGroup,
  shelfComponentName,
  shelfComponents,
  shelfGroupName,
  shelfGroups,
} from '../bags/kinds.ts'
import { bloodGroups } from '../basics/blood.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Column, column } from '../basics/sheet.ts'
import { dayOf } from '../basics/time.ts'
import { stockComponents } from './levels.ts'

export const DaySheetForm = z.enum(['csv', 'xlsx', 'pdf'])
export type DaySheetForm = z.infer<typeof DaySheetForm>

/** One component of it; without units where it was never counted up to that day. */
export type DayStock = {
  readonly day: string
  readonly bankName: string
  readonly component: ShelfComponent
  /** Of the groups that are counted. */
  readonly units: Readonly<Partial<Record<ShelfGroup, number>>> | null
  readonly countedAt: Date | null
  readonly countedBy: string | null
  readonly from: 'count' | 'bags' | null
}

const isCounted = (component: ShelfComponent) => stockComponents.some((one) => one === component)

/** What lies as bags alone comes after what is counted (ruling AMB-421). */
export const dayComponents = (keepsBags: boolean): readonly ShelfComponent[] =>
  keepsBags ? [...stockComponents, ...shelfComponents.filter((one) => !isCounted(one))] : stockComponents

export const dayColumns = (keepsBags: boolean): readonly Column<DayStock>[] => [
  column('Date', ({ day }) => day),
  column('Blood Bank', ({ bankName }) => bankName),
  column('Component', ({ component }) => shelfComponentName(component)),
  ...(keepsBags ? shelfGroups : bloodGroups).map((group) =>
    column<DayStock>(shelfGroupName(group), ({ units }) => units?.[group] ?? null),
  ),
  column('Total', ({ units }) => units && Object.values(units).reduce((sum, count) => sum + count, 0)),
  column('From', ({ from }) => from),
  column('Counted At', ({ countedAt }) => countedAt),
  column('Counted By', ({ countedBy }) => countedBy),
]

export const daySheetWords = {
  'day-to-come': { title: 'Day To Come', text: 'There is nothing to say yet of a day to come.' },
} satisfies Record<string, Wording>

export const whyNotDaySheet = (day: string, now: Date): Refusal<keyof typeof daySheetWords> | null =>
  day > dayOf(now) ? no('day-to-come', 'day') : null
