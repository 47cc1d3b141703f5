import { organisations } from '#contract/organisations.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { useLive } from '../../../api/queries.ts'
import { useRequestFilters } from '../../../parts/use-request-filters.ts'
import { useTicked } from '../../../parts/use-url-filters.ts'

export function useOrderFilters() {
  const hospitals = useLive(organisations.hospitalChoices, {})
  const ticked = useTicked('hospital')
  // until they are known the URL's filters are used as they are, so that the list is not fetched twice
  const choices = hospitals.data?.items ?? ticked.map((id) => ({ id, name: id }))
  const filters = useRequestFilters(
    choices.map(({ id, name }) => ({ value: id, label: displayNameOf(name) })),
  )
  return {
    ...filters,
    choicesFailed: hospitals.isError,
    retryChoices: () => void hospitals.refetch(),
  }
}
