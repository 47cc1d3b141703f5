import { useMemo } from 'react'
import { members } from '#contract/members.ts'
import { isHospital } from '#domain/people/actor.ts'
import { peopleLine } from '#domain/people/member-showing.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive, useLiveList } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { LiveNow } from '../../parts/LiveNow.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { FourEyes } from './FourEyes.tsx'
import { InviteForm } from './InviteForm.tsx'
import { PersonCard, personColumns } from './person-columns.tsx'
import { usePersonAct } from './use-person-act.ts'

const pageSize = 50

/** Who acts for the hospital or bank: an addition to the screens of the specification. */
export function PeopleScreen({ title }: { title: string }) {
  const member = useMember()
  const list = useLiveList(members.list, {})
  const counts = useLive(members.summary, {}).data
  const acts = usePersonAct()
  const columns = useMemo(() => personColumns(acts), [acts])
  return (
    <>
      <PageHead
        title={title}
        line={counts ? peopleLine(counts, member.displayName) : ''}
        right={<LiveNow />}
      />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <InviteForm />
      <DataTable
        label="People"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        card={(person) => <PersonCard person={person} acts={acts} />}
        pageSize={pageSize}
        viewKey=""
        empty="NO DATA FOUND"
        emptyHelp="Whoever acts for your organisation is listed here."
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      {isHospital(member) && <FourEyes />}
    </>
  )
}
