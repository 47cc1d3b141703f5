import { billing } from '#contract/billing.ts'
import { organisations } from '#contract/organisations.ts'
import {
  BloodGroup,
  bloodGroups,
  ComponentCode,
  componentCodes,
  componentName,
  groupName,
} from '#domain/basics/blood.ts'
import { clampPageSize, pageSizes } from '#domain/billing/price-tracking.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { RequestStatus } from '#domain/requests/request.ts'
import { useLive } from '../../../api/queries.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { statusGroup } from '../../../parts/use-request-filters.ts'
import { savedIn, useTicked, useUrlFilters } from '../../../parts/use-url-filters.ts'
import { useViewKey } from '../../../parts/use-view-key.ts'
import type { FilterGroup, Filters } from '../../../ui/table/FilterPanel.tsx'

const fixedGroups: FilterGroup[] = [
  {
    key: 'component',
    title: 'Component',
    options: componentCodes.map((value) => ({ value, label: componentName(value) })),
  },
  {
    key: 'group',
    title: 'Blood Group',
    options: bloodGroups.map((value) => ({ value, label: groupName(value) })),
  },
  statusGroup,
]

/** The view the address names, and its page. */
export function usePricePage() {
  const address = useAddress()
  const filters = useFilters()
  const size = sizeIn(address.text('size'))
  const place = { after: address.text('after'), before: address.text('before') }
  const filter = inputOf(filters.value)
  const input = { ...filter, ...place, size }
  const page = useLive(billing.track, input)
  const viewKey = useViewKey(JSON.stringify(input), page.isPlaceholderData)

  const firstPage = { after: undefined, before: undefined }
  return {
    ...filters,
    page,
    size,
    /** As a file of it is asked for. */
    sheetInput: filter,
    viewKey,
    isTurning: page.isPlaceholderData,
    /** Another view begins with its first page. */
    filter: (next: Filters) => address.change({ ...savedIn(filters.groups, next), ...firstPage }),
    resize(typed: number | null) {
      const next = clampPageSize(typed, page.data?.total ?? pageSizes.most)
      address.change({ size: next === pageSizes.usual ? undefined : next, ...firstPage })
      return next
    },
    older: () => address.change({ after: page.data?.next ?? undefined, before: undefined }),
    newer: () => address.change({ before: page.data?.previous ?? undefined, after: undefined }),
  }
}

function useFilters() {
  const hospitals = useLive(organisations.hospitalChoices, {})
  const banks = useLive(organisations.bankChoices, {})
  const named = (choices: { id: string; name: string }[] | undefined, ticked: string[]) =>
    // until they are known the URL's filters are used as they are, so that the page is not fetched twice
    (choices ?? ticked.map((id) => ({ id, name: id }))).map(({ id, name }) => ({
      value: id,
      label: name,
    }))
  // §3.2 cuts the names of hospitals alone
  const shortened = hospitals.data?.items.map(({ id, name }) => ({ id, name: displayNameOf(name) }))
  const filters = useUrlFilters([
    { key: 'hospital', title: 'Hospital', options: named(shortened, useTicked('hospital')) },
    { key: 'bank', title: 'Blood Bank', options: named(banks.data?.items, useTicked('bank')) },
    ...fixedGroups,
  ])
  const retryChoices = () => Promise.all([hospitals.refetch(), banks.refetch()])
  return { ...filters, choicesFailed: hospitals.isError || banks.isError, retryChoices }
}

/** As the server is asked. */
function inputOf({ hospital = [], bank = [], component = [], group = [], status = [] }: Filters) {
  return {
    ...(hospital.length > 0 && { hospital }),
    ...(bank.length > 0 && { bank }),
    ...(component.length > 0 && { component: ComponentCode.array().parse(component) }),
    ...(group.length > 0 && { group: BloodGroup.array().parse(group) }),
    ...(status.length > 0 && { status: RequestStatus.array().parse(status) }),
  }
}

/** A URL can hold anything. */
function sizeIn(text: string | undefined): number {
  const size = Number(text)
  return Number.isInteger(size) && size >= 1 && size <= pageSizes.most ? size : pageSizes.usual
}
