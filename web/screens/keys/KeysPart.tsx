import { useMemo } from 'react'
import { type KeptKey, keys } from '#contract/keys.ts'
import { topicOf } from '#contract/route.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient, useLive } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { KeyFormBox } from './KeyFormBox.tsx'
import { KeyCard, keyColumns } from './key-columns.tsx'
import { MadeKey } from './MadeKey.tsx'
import { useKeyForm } from './use-key-form.ts'

const pageSize = 50

/** The keys of an organisation's software (ruling AMB-315). */
export function KeysPart() {
  const { data, error, refetch } = useLive(keys.list, {})
  const form = useKeyForm()
  const { doing, take } = useOneAtATime<string>()
  const acts = useMemo(
    () => ({ busy: doing, stop: (key: KeptKey) => void take(key.id, () => stop(key)) }),
    [doing, take],
  )
  const columns = useMemo(() => keyColumns(acts), [acts])
  return (
    <>
      {form.made ? <MadeKey made={form.made} onKept={form.keep} /> : <KeyFormBox form={form} />}
      <DataTable
        label="Keys"
        rows={data?.items}
        columns={columns}
        rowKey={({ id }) => id}
        card={(key) => <KeyCard of={key} acts={acts} />}
        pageSize={pageSize}
        viewKey=""
        empty="NO DATA FOUND"
        emptyHelp="Keys that were made are listed here."
        failed={error && !data ? { text: wordsFor(error).text, retry: () => void refetch() } : null}
      />
    </>
  )
}

async function stop({ id, name }: KeptKey): Promise<void> {
  const answer = await showAlert({
    title: `Stop ${name}?`,
    text: 'Whatever program calls with it is refused within seconds, and it cannot be started again. What it did stays under its name.',
    ok: 'Leave it',
    action: { label: 'Stop' },
  })
  if (answer !== 'action') return
  try {
    await call(keys.stop, { id })
    showToast({ text: 'Key Stopped', kind: 'success' })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(keys.list)] })
}
