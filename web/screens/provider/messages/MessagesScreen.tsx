import { useMemo, useState } from 'react'
import { type Message, messages } from '#contract/messages.ts'
import { type Channel, channels, type MessageState, messageStates } from '#domain/messages/resending.ts'
import { channelName, stateName } from '#domain/messages/showing.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLiveList } from '../../../api/queries.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { useChangedRows } from '../../../parts/use-changed-rows.ts'
import { useLookAgain } from '../../../parts/use-look-again.ts'
import { useUrlFilters } from '../../../parts/use-url-filters.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { FilterChips } from '../../../ui/table/FilterChips.tsx'
import { FilterPanel } from '../../../ui/table/FilterPanel.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { MessagesPopup } from './MessagesPopup.tsx'
import { MessageCard, messageColumns } from './message-columns.tsx'

const pageSize = 20

const groups = [
  { key: 'state', title: 'State', options: optionsOf(messageStates, stateName) },
  { key: 'channel', title: 'Channel', options: optionsOf(channels, channelName) },
]

/** Every mail and text message there was, and what became of it: an addition to the ten of the specification. */
export function MessagesScreen({ title }: { title: string }) {
  const filters = useUrlFilters(groups)
  const { value, isFiltered } = filters
  const list = useLiveList(messages.list, {
    state: value.state as MessageState[],
    channel: value.channel as Channel[],
  })
  useLookAgain(messages.list)
  const viewKey = JSON.stringify(value)
  const changed = useChangedRows(
    useMemo(() => list.rows?.map(seen), [list.rows]),
    viewKey,
  )
  const [popup, setPopup] = useState<{ message: Message | null; opened: boolean }>({
    message: null,
    opened: false,
  })
  // the one that Home began with, once it is there
  const address = useAddress()
  const [wanted, setWanted] = useState(() => address.text('message'))
  const found = wanted && list.rows?.find(({ id }) => String(id) === wanted)
  if (found) {
    setWanted(undefined)
    setPopup({ message: found, opened: true })
  }
  const [open] = useState(() => (message: Message) => setPopup({ message, opened: true }))
  const columns = useMemo(() => messageColumns(open), [open])

  return (
    <>
      <PageHead title={title} line="Every mail and text message, and what became of it." />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <Toolbar right={list.rows && countOf(list.rows.length, list.hasMore)}>
        <FilterPanel groups={groups} value={value} onChange={filters.change} />
        <FilterChips groups={groups} value={value} onChange={filters.change} />
      </Toolbar>
      <DataTable
        label="Messages"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => String(id)}
        card={(message) => <MessageCard message={message} open={open} />}
        pageSize={pageSize}
        viewKey={viewKey}
        changedKeys={changed}
        empty={isFiltered ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          isFiltered
            ? 'No message matches the filters.'
            : 'A mail or text message appears here as soon as an order or an account causes one.'
        }
        emptyAction={
          isFiltered && (
            <PushButton size="xs" onClick={() => filters.change({})}>
              Show all
            </PushButton>
          )
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      <MessagesPopup
        message={list.rows?.find(({ id }) => id === popup.message?.id) ?? popup.message}
        opened={popup.opened}
        onClose={() => setPopup(({ message }) => ({ message, opened: false }))}
      />
    </>
  )
}

/** What of a message changes: its state, and how often it was tried. */
const seen = ({ id, state, tries }: Message) => ({
  id: String(id),
  version: tries * messageStates.length + messageStates.indexOf(state),
})

function optionsOf<Value extends string>(values: readonly Value[], names: Record<Value, string>) {
  return values.map((value) => ({ value, label: names[value] }))
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `${count} newest`
  return count === 1 ? '1 message' : `${count} messages`
}
