import { organisations } from '#contract/organisations.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import { useLive } from '../../api/queries.ts'
import { useTicked, useUrlFilters } from '../../parts/use-url-filters.ts'
import type { FilterGroup } from '../../ui/FilterPanel.tsx'

/** Ruling AMB-194: every status that can be stored, by its stored name (ruling AMB-50). */
const statusGroup: FilterGroup = {
  key: 'status',
  title: 'Status',
  options: requestStatuses.map((status) => ({ value: status, label: status })),
}

export function useOrderFilters() {
  const hospitals = useLive(organisations.hospitalChoices, {})
  const ticked = useTicked('hospital')
  // until they are known the address is believed, so that the list is not asked twice
  const choices = hospitals.data?.items ?? ticked.map((id) => ({ id, name: id }))
  const filters = useUrlFilters([
    statusGroup,
    {
      key: 'hospital',
      title: 'Hospital',
      options: choices.map(({ id, name }) => ({ value: id, label: displayNameOf(name) })),
    },
  ])
  const { status = [], hospital = [] } = filters.value
  return {
    ...filters,
    /** As the server is asked. */
    input: {
      ...(status.length > 0 && { status: RequestStatus.array().parse(status) }),
      ...(hospital.length > 0 && { hospital }),
    },
    choicesFailed: hospitals.isError,
    retryChoices: () => void hospitals.refetch(),
  }
}
