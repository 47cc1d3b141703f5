import { useMemo, useState } from 'react'
import { bags, type ShelfBag } from '#contract/bags.ts'
import { isRefused, readBag, readingWords } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { wordsFor } from '../../../api/client.ts'
import { type LiveList, useLive, useLiveList } from '../../../api/queries.ts'
import { ScanField } from '../../../parts/bags/ScanField.tsx'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterChips } from '../../../ui/table/FilterChips.tsx'
import { FilterPanel } from '../../../ui/table/FilterPanel.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { BagCard, bagColumns } from './bag-columns.tsx'
import type { BagFilters } from './use-bag-filters.ts'
import type { useLabelChoice } from './use-label-choice.ts'

type BagListProps = {
  filters: BagFilters
  labels: ReturnType<typeof useLabelChoice>
  /** Of the donation that was looked for; empty: none was. */
  number: string
  setNumber: (number: string) => void
  onOpen: (id: string) => void
}

/** Bags, the soonest end first; or those of one number. */
export function BagList({ filters, labels, number, setNumber, onOpen }: BagListProps) {
  const list = useShownBags(filters, number)
  const { chosen, toggle } = labels
  const acts = useMemo(() => ({ chosen, toggle, open: onOpen }), [chosen, toggle, onOpen])
  const columns = useMemo(() => bagColumns(acts), [acts])
  const viewKey = `${number} ${filters.key}`
  const changed = useChangedRows(list.rows, viewKey)
  const isNarrowed = number !== '' || filters.isFiltered

  function showAll() {
    setNumber('')
    filters.showAll()
  }

  return (
    <>
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <Toolbar right={list.rows && countText(list.rows.length, list.hasMore)}>
        <NumberSearch key={number} number={number} onFind={setNumber} />
        <FilterPanel groups={filters.groups} value={filters.value} onChange={filters.change} />
        <FilterChips groups={filters.groups} value={filters.value} onChange={filters.change} />
        {isNarrowed && (
          <PushButton kind="quiet" size="sm" onClick={showAll}>
            Show all
          </PushButton>
        )}
      </Toolbar>
      <DataTable
        label="Bags"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(bag) => <BagCard bag={bag} acts={acts} />}
        onRowPress={({ id }) => onOpen(id)}
        viewKey={viewKey}
        changedKeys={changed}
        empty={isNarrowed ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={isNarrowed ? 'You have no bag like this.' : 'Bags appear here when they are taken in.'}
        emptyAction={
          isNarrowed && (
            <PushButton size="xs" onClick={showAll}>
              Show all
            </PushButton>
          )
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </>
  )
}

/** A scanner types, then Enter. */
function NumberSearch({ number, onFind }: { number: string; onFind: (number: string) => void }) {
  const [typed, setTyped] = useState(number)
  const [error, setError] = useState<string | null>(null)

  function find(text: string) {
    if (text.trim() === '') return onFind('')
    const read = readBag(text)
    if (isRefused(read)) return setError(say(readingWords, read).text)
    setError(null)
    setTyped(read.number)
    onFind(read.number)
  }

  return (
    <ScanField
      label="Scan or search a bag number"
      placeholder="Scan or search a bag number..."
      value={typed}
      onChange={setTyped}
      onScan={find}
      error={error}
    />
  )
}

function useShownBags({ input }: BagFilters, number: string): LiveList<ShelfBag> {
  const isFinding = number !== ''
  const listed = useLiveList(bags.list, input, { enabled: !isFinding })
  const found = useLive(bags.find, { number: number || 'NONE' }, { enabled: isFinding })
  if (!isFinding) return listed
  return {
    ...listed,
    rows: found.data?.number === number ? found.data.bags : undefined,
    error: found.error,
    isOld: found.isRefetchError,
    retry: () => void found.refetch(),
    hasMore: false,
  }
}

const countText = (count: number, hasMore: boolean): string =>
  `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'bag' : 'bags'}, soonest first`
