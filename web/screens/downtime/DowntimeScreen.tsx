import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { bags } from '#contract/bags.ts'
import { downtime, type Pack } from '#contract/downtime.ts'
import { topicOf } from '#contract/route.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { isBank, isProvider, mayKeepShifts, mayRaise } from '#domain/people/actor.ts'
import { call, wordsFor } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { queryClient, useLive } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { useSending } from '../../parts/use-sending.ts'
import { paths } from '../../paths.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { buttonClass, PushButton } from '../../ui/fields/PushButton.tsx'
import { PageHead } from '../../ui/frame/PageHead.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-shape.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { CarryForm } from './CarryForm.tsx'
import classes from './Downtime.module.css'
import { SheetForm } from './SheetForm.tsx'
import { ShiftsForm } from './ShiftsForm.tsx'

const told = (error: unknown) => showAlert(wordsFor(error))

/** What there is to go on with on the day nothing works (ruling AMB-340): printed before it is needed. */
export function DowntimeScreen({ title }: { title: string }) {
  const member = useMember()
  const { data, error, refetch } = useLive(downtime.list, {})
  const { doing, send, keyFor } = useSending<'make'>(told, undefined)
  // by itself: a new pack may be listed before the press that made it has its answer
  const { doing: taking, take } = useOneAtATime<string>()
  const columns = useMemo(
    () =>
      packColumns(
        taking,
        (id) => void take(String(id), () => download(downtime.download, { id }).catch(told)),
      ),
    [taking, take],
  )
  const make = async () => {
    const made = await send(() => call(downtime.make, {}, { key: keyFor() }), { as: 'make' })
    if (made) showToast({ text: 'Pack Made', kind: 'success' })
    await queryClient.invalidateQueries({ queryKey: [topicOf(downtime.list)] })
  }
  return (
    <>
      <PageHead
        title={title}
        line={`Open orders, phones and blank forms, to be printed before they are needed.${data ? ` Next: ${showDateTime(data.nextAt)}.` : ''}`}
        right={
          <span className={`wrap gap-8 ${classes.acts}`}>
            {mayRaise(member) && (
              <Link className={buttonClass({})} to={paths.screen('pilot', 'request')} state={{ paper: true }}>
                Enter from paper
              </Link>
            )}
            <PushButton loading={doing === 'make'} loadingLabel="Making it" onClick={() => void make()}>
              Make a pack now
            </PushButton>
          </span>
        }
      />
      <DataTable
        label="Downtime packs"
        rows={data?.packs}
        columns={columns}
        rowKey={({ id }) => String(id)}
        pageSize={6}
        empty="NO DATA FOUND"
        emptyHelp="The first is made at the next change of shift, or now by the button above."
        failed={error && !data ? { text: wordsFor(error).text, retry: () => void refetch() } : null}
      />
      {isProvider(member) && <CarryForm />}
      {isBank(member) && <BanksPaper />}
      {data && mayKeepShifts(member) && <ShiftsForm key={data.shifts.version} shifts={data.shifts} />}
    </>
  )
}

/** Only where bags are kept there is something to enter. */
function BanksPaper() {
  const { data } = useLive(bags.shelf, {})
  return data?.settings.keepsBags ? <SheetForm /> : null
}

const packColumns = (doing: string | null, take: (id: number) => void): Column<Pack>[] => [
  { title: 'Made', width: 190, cell: ({ madeAt }) => showDateTime(madeAt) },
  { title: 'By', width: 170, cell: ({ madeBy }) => <bdi className="breaks">{madeBy}</bdi> },
  { title: 'Valid until', width: 190, cell: ({ until }) => showDateTime(until) },
  { title: 'Open orders', width: 110, cell: ({ orders }) => <span className="figures">{orders}</span> },
  {
    title: 'Papers',
    width: 240,
    cell: ({ papers: [first, last] }) => (
      <>
        <span className={classes.paper}>{first} to</span> <span className={classes.paper}>{last}</span>
      </>
    ),
  },
  {
    title: 'Action',
    width: 130,
    firm: true,
    cell: ({ id, madeAt }) => (
      <PushButton
        size="xs"
        icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
        loading={doing === String(id)}
        aria-label={`Download the pack of ${showDateTime(madeAt)}`}
        onClick={() => take(id)}
      >
        Download
      </PushButton>
    ),
  },
]
