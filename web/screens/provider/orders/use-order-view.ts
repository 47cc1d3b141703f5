import { orderSorts } from '#domain/requests/listing.ts'
import { useMember } from '../../../api/session.ts'
import { useStoredChoice } from '../../../ui/use-stored-choice.ts'
import { useOrderFilters } from './use-order-filters.ts'

const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** How somebody looks at the orders: what of them, which first, and how close together. The latter two are remembered. */
export function useOrderView() {
  const { accountId } = useMember()
  const filters = useOrderFilters()
  const [sort, setSort] = useStoredChoice(`orders-sort ${accountId}`, orderSorts)
  const [density, setDensity] = useStoredChoice<Density>(`orders-density ${accountId}`, densities)
  const input = sort === 'newest' ? filters.input : { ...filters.input, sort }
  return { filters: { ...filters, input }, sort, setSort, density, setDensity }
}

export type OrderView = ReturnType<typeof useOrderView>
