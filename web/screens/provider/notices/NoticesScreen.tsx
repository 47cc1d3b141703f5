import { useMemo } from 'react'
import { notices, type WrittenNotice } from '#contract/notices.ts'
import { topicOf } from '#contract/route.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { queryClient, useLiveList } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'
import { NoticeFormBox } from './NoticeFormBox.tsx'
import { NoticeCard, noticeColumns } from './notice-columns.tsx'
import { useNoticeForm } from './use-notice-form.ts'

const pageSize = 20

/** What hospitals and banks read on Home (ruling AMB-310): an addition to the ten of the specification. */
export function NoticesScreen({ title }: { title: string }) {
  const list = useLiveList(notices.list, {})
  const form = useNoticeForm()
  const { doing, take } = useOneAtATime<string>()
  const { open } = form
  const acts = useMemo(
    () => ({
      busy: doing,
      change: open,
      end: (notice: WrittenNotice) => void take(String(notice.id), () => end(notice)),
    }),
    [doing, open, take],
  )
  const columns = useMemo(() => noticeColumns(acts), [acts])
  return (
    <>
      <PageHead title={title} line="What hospitals and banks read on Home." right={<LiveNow />} />
      {list.isOld && (
        <Notice kind="warning">This list may be out of date: {wordsFor(list.error).text}</Notice>
      )}
      <NoticeFormBox form={form} />
      <DataTable
        label="Notices"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => String(id)}
        card={(notice) => <NoticeCard notice={notice} acts={acts} />}
        pageSize={pageSize}
        viewKey=""
        empty="NO DATA FOUND"
        emptyHelp="Every notice that was written is listed here."
        failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </>
  )
}

async function end({ id, version, text }: WrittenNotice): Promise<void> {
  const answer = await showAlert({
    title: 'End this notice?',
    text: `“${text}” is gone from every Home within seconds. It stays in this list.`,
    ok: 'Leave it',
    action: { label: 'End' },
  })
  if (answer !== 'action') return
  try {
    await call(notices.end, { id, version })
    showToast({ text: 'Notice Ended', kind: 'success' })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(notices.list)] })
}
