import { RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import type { FilterGroup } from '../ui/table/FilterPanel.tsx'
import { useUrlFilters } from './use-url-filters.ts'

export type RequestFilters = ReturnType<typeof useRequestFilters>

/** Ruling AMB-194: every status that can be stored, by its stored name (ruling AMB-50). */
export const statusGroup: FilterGroup = {
  key: 'status',
  title: 'Status',
  options: requestStatuses.map((status) => ({ value: status, label: status })),
}

/** By status, and by those of the hospitals that may be chosen. */
export function useRequestFilters(hospitals: FilterGroup['options']) {
  const filters = useUrlFilters([statusGroup, { key: 'hospital', title: 'Hospital', options: hospitals }])
  const { status = [], hospital = [] } = filters.value
  return {
    ...filters,
    /** As the server is asked. */
    input: {
      ...(status.length > 0 && { status: RequestStatus.array().parse(status) }),
      ...(hospital.length > 0 && { hospital }),
    },
  }
}
