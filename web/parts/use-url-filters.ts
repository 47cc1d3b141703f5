import type { FilterGroup, Filters } from '../ui/table/FilterPanel.tsx'
import { useAddress } from './use-address.ts'

/** Saved filters. The address keeps them: they can be shared, and go when the screen is left (ruling AMB-75). */
export function useUrlFilters(groups: readonly FilterGroup[]) {
  const address = useAddress()
  // only what can be ticked, in the order of the panel: an address can say anything
  const value: Filters = Object.fromEntries(
    groups.map(({ key, options }) => {
      const ticked = tickedIn(address.text(key))
      return [key, options.map((option) => option.value).filter((one) => ticked.includes(one))]
    }),
  )
  const isFiltered = Object.values(value).some((ticked) => ticked.length > 0)
  return { groups, value, change: (next: Filters) => address.change(savedIn(groups, next)), isFiltered }
}

/** What the address ticks of a group, whether it can be ticked or not. */
export function useTicked(key: string): string[] {
  return tickedIn(useAddress().text(key))
}

const tickedIn = (saved: string | undefined): string[] => (saved ?? '').split(',').filter(Boolean)

/** As the address keeps them; a group without a tick is not in it. */
export const savedIn = (groups: readonly FilterGroup[], next: Filters): Record<string, string | undefined> =>
  Object.fromEntries(groups.map(({ key }) => [key, next[key]?.join(',') || undefined]))
