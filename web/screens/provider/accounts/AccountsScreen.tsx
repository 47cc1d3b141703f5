import { useMemo, useState } from 'react'
import { accounts, type Organisation } from '#contract/organisations.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLiveList } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useUrlText } from '../../../parts/use-url-text.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { SearchBox } from '../../../ui/fields/SearchBox.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { Toolbar } from '../../../ui/table/Toolbar.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { AccountsPopup } from './AccountsPopup.tsx'
import { AccountsCard, accountColumns } from './account-columns.tsx'

const pageSize = 20
const typingMs = 200

/** Hospitals and banks, where they stand, and who signs in for them: an addition to the ten of the specification. */
export function AccountsScreen({ title }: { title: string }) {
  const [typed, type] = useUrlText('search')
  const search = useSettled(typed.trim().slice(0, 60), typingMs)
  const list = useLiveList(accounts.list, search ? { search } : {})
  const [popup, setPopup] = useState<{ organisation: Organisation | null; opened: boolean }>({
    organisation: null,
    opened: false,
  })
  const [open] = useState(() => (organisation: Organisation) => setPopup({ organisation, opened: true }))
  const columns = useMemo(() => accountColumns(open), [open])
  const waiting = list.rows?.filter(({ accountStatus }) => accountStatus === 'pending').length ?? 0

  return (
    <>
      <PageHead title={title} line={lineOf(waiting)} right={<LiveNow />} />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <Toolbar right={list.rows && countOf(list.rows.length, list.hasMore)}>
        <SearchBox value={typed} onChange={type} label={searchLabel} placeholder={`${searchLabel}...`} />
      </Toolbar>
      <DataTable
        label="Organisations"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(organisation) => <AccountsCard organisation={organisation} open={open} />}
        pageSize={pageSize}
        viewKey={search}
        empty={search ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          search
            ? 'No organisation and nobody who signs in for one has this in the name or e-mail.'
            : 'Hospitals appear here once they sign up.'
        }
        emptyAction={
          search && (
            <PushButton size="xs" onClick={() => type('')}>
              Show all
            </PushButton>
          )
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      <AccountsPopup
        organisation={popup.organisation}
        opened={popup.opened}
        onClose={() => setPopup(({ organisation }) => ({ organisation, opened: false }))}
      />
    </>
  )
}

const searchLabel = 'Search by name or e-mail'

function lineOf(waiting: number): string {
  if (waiting === 0) return 'Hospitals and blood banks, and who may sign in for them.'
  return waiting === 1 ? '1 hospital waits to be verified.' : `${waiting} hospitals wait to be verified.`
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `first ${count}`
  return count === 1 ? '1 organisation' : `${count} organisations`
}
