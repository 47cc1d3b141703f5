import type { Member } from '#domain/people/actor.ts'
import { hospitalChoices } from '#domain/requests/listing.ts'
import { RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { useMember } from '../../api/session.ts'
import { useUrlFilters } from '../../parts/use-url-filters.ts'
import type { FilterGroup } from '../../ui/FilterPanel.tsx'

export function useRequestFilters() {
  const filters = useUrlFilters(groupsFor(useMember()))
  const [status = [], hospital = []] = [filters.value.status, filters.value.hospital]
  return {
    ...filters,
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
