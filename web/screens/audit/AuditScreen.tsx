import { useMemo } from 'react'
import { audit } from '#contract/audit.ts'
import { sheets } from '#contract/sheets.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { type AuditGroup, auditGroups, groupsFor } from '#domain/events/audit.ts'
import { doerText } from '#domain/people/doer.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive, useLiveList } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { LiveNow } from '../../parts/LiveNow.tsx'
import { SheetDownload } from '../../parts/SheetDownload.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { useLookAgain } from '../../parts/use-look-again.ts'
import { useNow } from '../../parts/use-now.ts'
import { useRequestSearch } from '../../parts/use-request-search.ts'
import { useUrlFilters } from '../../parts/use-url-filters.ts'
import { useUrlText } from '../../parts/use-url-text.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { DayField } from '../../ui/fields/DayField.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { SearchBox } from '../../ui/fields/SearchBox.tsx'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { FilterPanel } from '../../ui/table/FilterPanel.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { Toolbar } from '../../ui/table/Toolbar.tsx'
import classes from './AuditScreen.module.css'
import { AuditVerified } from './AuditVerified.tsx'
import { AuditCard, auditColumns } from './audit-columns.tsx'
import { auditInput, readerOf } from './audit-filter.ts'
import { auditRows } from './audit-rows.ts'

const anyone = 'anyone'
const pageSize = 50

/** What happened to an organisation's things, by whom, and who looked. Beyond the specification. */
export function AuditScreen({ title }: { title: string }) {
  const member = useMember()
  const reader = readerOf(member)
  const groups = useMemo(
    () => [
      {
        key: 'group',
        title: 'Kind',
        options: groupsFor(reader).map((value) => ({ value, label: auditGroups[value] })),
      },
    ],
    [reader],
  )
  const filters = useUrlFilters(groups)
  const [person, choosePerson] = useUrlText('person')
  const [from, setFrom] = useUrlText('from')
  const [to, setTo] = useUrlText('to')
  const { typed, applied, type } = useRequestSearch()
  const input = auditInput({ groups: filters.value.group as AuditGroup[], person, from, to, search: applied })
  const list = useLiveList(audit.list, input)
  const people = useLive(audit.people, {})
  const verification = useLive(audit.verification, {})
  useLookAgain(audit.list)
  const viewKey = JSON.stringify(input)
  const changed = useChangedRows(
    useMemo(() => list.rows?.map(({ id }) => ({ id: String(id), version: 0 })), [list.rows]),
    viewKey,
  )
  const now = useNow()
  const upTo = verification.data?.last?.upTo ?? null
  const rows = list.rows && auditRows(list.rows, now, upTo)
  const columns = useMemo(() => auditColumns(member), [member])
  const isFiltered = viewKey !== '{}'

  function showAll() {
    filters.change({})
    choosePerson('')
    setFrom('')
    setTo('')
    type('')
  }

  return (
    <>
      <PageHead title={title} line={lineOf(member)} right={<LiveNow />} />
      <AuditVerified verification={verification} isProvider={reader === 'provider'} />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <div className={`wrap gap-16 ${classes.asked}`}>
        <Dropdown
          label="Person"
          className={classes.person}
          options={[
            { value: anyone, label: 'Anyone' },
            ...(people.data?.items ?? []).map((one) => ({ value: one.accountId, label: doerText(one) })),
          ]}
          value={person || anyone}
          onChange={(value) => choosePerson(value === anyone || value === null ? '' : value)}
        />
        <div className={classes.day}>
          <DayField label="From Date" value={from} isTakenWhenLeft onChange={setFrom} />
        </div>
        <div className={classes.day}>
          <DayField label="To Date" value={to} isTakenWhenLeft onChange={setTo} />
        </div>
        <div className={classes.search}>
          <SearchBox value={typed} onChange={type} labelShown />
        </div>
      </div>
      <Toolbar
        right={
          <span className="row gap-12">
            {list.rows && countOf(list.rows.length, list.hasMore)}
            <SheetDownload route={sheets.audit} input={input} />
          </span>
        }
      >
        <FilterPanel groups={groups} value={filters.value} onChange={filters.change} />
        <FilterChips groups={groups} value={filters.value} onChange={filters.change} />
      </Toolbar>
      <DataTable
        label="Audit"
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        card={(row) => <AuditCard row={row} member={member} />}
        pageSize={pageSize}
        viewKey={viewKey}
        changedKeys={changed}
        empty={isFiltered ? 'DATA NOT FOUND' : 'NO DATA FOUND'}
        emptyHelp={
          isFiltered ? 'No event matches the filters.' : 'What is done here from now on appears in this list.'
        }
        emptyAction={
          isFiltered && (
            <PushButton size="xs" onClick={showAll}>
              Show all
            </PushButton>
          )
        }
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && list.lookedBackTo && (
        <p className={`muted ${classes.looked}`}>
          Looked back to {showDateTime(list.lookedBackTo)}. There may be more before.
        </p>
      )}
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </>
  )
}

const lineOf = ({ product, displayName }: ReturnType<typeof useMember>): string => {
  if (product === 'admin')
    return 'What was done by everybody, and who looked. Donor forms are their bank’s alone.'
  return product === 'bloodbank'
    ? `What was done to ${displayName}’s orders, stock, donor forms and people, and who looked.`
    : `What was done to ${displayName}’s requests, people and settings, and who looked.`
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `${count} newest`
  return count === 1 ? '1 event' : `${count} events`
}
