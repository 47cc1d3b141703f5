import { useLocation, useRouter } from '@tanstack/react-router'
import type { Member } from '#domain/people/actor.ts'
import { hospitalChoices } from '#domain/requests/listing.ts'
import { RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { useMember } from '../../api/session.ts'
import type { FilterGroup, Filters } from '../../ui/FilterPanel.tsx'

/** The saved filters. The address keeps them: they can be shared, and go when the screen is left (ruling AMB-75). */
export function useRequestFilters() {
  const router = useRouter()
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })
  const groups = groupsFor(useMember())
  const value = filtersIn(search, groups)
  const [status = [], hospital = []] = [value.status, value.hospital]

  function change(next: Filters) {
    const saved = Object.fromEntries(groups.map(({ key }) => [key, next[key]?.join(',') || undefined]))
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...saved }),
      replace: true,
      resetScroll: false,
    })
  }

  return {
    groups,
    value,
    change,
    isFiltered: status.length + hospital.length > 0,
    /** As the server is asked. */
    input: {
      ...(status.length > 0 && { status: RequestStatus.array().parse(status) }),
      ...(hospital.length > 0 && { hospital }),
    },
  }
}

/** Ruling AMB-194: every status that can be stored, by its stored name (ruling AMB-50). */
const groupsFor = (member: Member): FilterGroup[] => [
  {
    key: 'status',
    title: 'Status',
    options: requestStatuses.map((status) => ({ value: status, label: status })),
  },
  { key: 'hospital', title: 'Hospital', options: hospitalChoices(member) },
]

/** Only what can be ticked, in the order of the panel: an address can say anything. */
const filtersIn = (search: Record<string, unknown>, groups: readonly FilterGroup[]): Filters =>
  Object.fromEntries(
    groups.map(({ key, options }) => {
      const ticked = String(search[key] ?? '').split(',')
      return [key, options.map(({ value }) => value).filter((value) => ticked.includes(value))]
    }),
  )
