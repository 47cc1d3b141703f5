import { useMemo } from 'react'
import type { bags } from '#contract/bags.ts'
import type { InputOf } from '#contract/route.ts'
import { BagState, bagStates } from '#domain/bags/bag.ts'
import {
  ShelfComponent,
  type ShelfGroup,
  shelfComponents,
  shelfGroupName,
  shelfGroups,
} from '#domain/bags/kinds.ts'
import { stateText } from '#domain/bags/moving.ts'
import { useUrlFilters } from '../../../parts/use-url-filters.ts'
import type { FilterGroup, Filters } from '../../../ui/table/FilterPanel.tsx'

/** The steps by which a shelf is looked at, in hours. */
export const endSteps = [
  { value: '24', label: 'within 24 h' },
  { value: '72', label: 'within 3 days' },
  { value: '168', label: 'within 7 days' },
] as const

const groups: readonly FilterGroup[] = [
  {
    key: 'component',
    title: 'Component',
    options: shelfComponents.map((value) => ({ value, label: value })),
  },
  {
    key: 'group',
    title: 'Blood Group',
    options: shelfGroups.map((value) => ({ value, label: shelfGroupName(value) })),
  },
  {
    key: 'ends',
    title: 'Expires',
    options: endSteps.map(({ value, label }) => ({ value, label: `expires ${label}` })),
  },
  { key: 'state', title: 'State', options: bagStates.map((value) => ({ value, label: stateText(value) })) },
]

export type BagFilters = ReturnType<typeof useBagFilters>

/** What of the shelf is listed. The address keeps it. */
export function useBagFilters() {
  const { value, change, isFiltered } = useUrlFilters(groups)
  const key = JSON.stringify(value)
  const input = useMemo(() => inputOf(JSON.parse(key) as Filters), [key])
  const only = (part: Filters) => change({ component: [], group: [], ends: [], state: [], ...part })
  return {
    groups,
    value,
    change,
    isFiltered,
    key,
    input,
    showAll: () => only({}),
    isCell: (component: ShelfComponent, group: ShelfGroup) =>
      value.component?.join() === component && value.group?.join() === group,
    /** Pressed again, everything is shown again. */
    pressCell: (component: ShelfComponent, group: ShelfGroup) =>
      only(
        value.component?.join() === component && value.group?.join() === group
          ? {}
          : { component: [component], group: [group] },
      ),
    isStep: (hours: string) => value.ends?.join() === hours,
    /** Those that are counted there: free ones. */
    pressStep: (hours: string) =>
      only(value.ends?.join() === hours ? {} : { ends: [hours], state: ['available'] }),
  }
}

function inputOf({ component = [], group = [], ends = [], state = [] }: Filters): InputOf<typeof bags.list> {
  return {
    ...(component.length > 0 ? { component: component.map((one) => ShelfComponent.parse(one)) } : {}),
    ...(group.length > 0 ? { bloodGroup: group as ShelfGroup[] } : {}),
    ...(ends.length > 0 ? { within: Math.max(...ends.map(Number)) } : {}),
    ...(state.length > 0 ? { state: state.map((one) => BagState.parse(one)) } : {}),
  }
}
