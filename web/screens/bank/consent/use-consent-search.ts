import { consent, type ListedForm } from '#contract/consent.ts'
import type { InputOf } from '#contract/route.ts'
import type { sheets } from '#contract/sheets.ts'
import { hasPart, readFormSearch } from '#domain/donors/consenting-search.ts'
import { type LiveList, useLiveList } from '../../../api/queries.ts'

type Found = LiveList<ListedForm> & {
  isSearching: boolean
  /** As a file of them is asked for: a kind of search is named as the question is. */
  sheetInput: Omit<InputOf<typeof sheets.consent>, 'as'>
}

/** Ruling AMB-142. What is typed stays off the address: it may be a telephone number. */
export function useFoundForms(typed: string): Found {
  const { kind, text } = readFormSearch(typed)
  const isAsked = kind === 'id' || kind === 'phone'
  const loaded = useLiveList(consent.list, {})
  const found = useLiveList(consent.find, kind === 'id' ? { id: text } : { phone: text }, {
    enabled: isAsked,
  })
  const sheetInput = kind === 'all' ? {} : { [kind]: text.slice(0, 60) }
  if (isAsked) return { ...found, isSearching: true, sheetInput }
  if (kind === 'all') return { ...loaded, isSearching: false, sheetInput }
  return {
    ...loaded,
    rows: loaded.rows?.filter((form) => hasPart(form, text)),
    isSearching: true,
    sheetInput,
  }
}
