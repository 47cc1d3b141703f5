import { consent, type ListedForm } from '#contract/consent.ts'
import { hasPart, readFormSearch } from '#domain/donors/consenting-search.ts'
import { type LiveList, useLiveList } from '../../../api/queries.ts'

/** Ruling AMB-142. What is typed stays off the address: it may be a telephone number. */
export function useFoundForms(typed: string): LiveList<ListedForm> & { isSearching: boolean } {
  const { kind, text } = readFormSearch(typed)
  const isAsked = kind === 'id' || kind === 'phone'
  const loaded = useLiveList(consent.list, {})
  const found = useLiveList(consent.find, kind === 'id' ? { id: text } : { phone: text }, {
    enabled: isAsked,
  })
  if (isAsked) return { ...found, isSearching: true }
  if (kind === 'all') return { ...loaded, isSearching: false }
  return { ...loaded, rows: loaded.rows?.filter((form) => hasPart(form, text)), isSearching: true }
}
