import { useLocation, useRouter } from '@tanstack/react-router'
import type { FilterGroup, Filters } from '../ui/FilterPanel.tsx'

/** Saved filters. The address keeps them: they can be shared, and go when the screen is left (ruling AMB-75). */
export function useUrlFilters(groups: readonly FilterGroup[]) {
  const router = useRouter()
  const search = useSearch()

  function change(next: Filters) {
    const saved = Object.fromEntries(groups.map(({ key }) => [key, next[key]?.join(',') || undefined]))
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...saved }),
      replace: true,
      resetScroll: false,
    })
  }

  // only what can be ticked, in the order of the panel: an address can say anything
  const value: Filters = Object.fromEntries(
    groups.map(({ key, options }) => {
      const ticked = tickedIn(search, key)
      return [key, options.map((option) => option.value).filter((one) => ticked.includes(one))]
    }),
  )
  const isFiltered = Object.values(value).some((ticked) => ticked.length > 0)
  return { groups, value, change, isFiltered }
}

/** What the address ticks of a group, whether it can be ticked or not. */
export function useTicked(key: string): string[] {
  return tickedIn(useSearch(), key)
}

const tickedIn = (search: Record<string, unknown>, key: string): string[] =>
  String(search[key] ?? '')
    .split(',')
    .filter(Boolean)

const useSearch = (): Record<string, unknown> => useLocation({ select: (location) => location.search })
