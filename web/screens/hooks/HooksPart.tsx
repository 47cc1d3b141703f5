import { useMemo, useState } from 'react'
import { type Hook, hooks } from '#contract/hooks.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { useLookAgain } from '../../parts/use-look-again.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { HookDrawer } from './HookDrawer.tsx'
import { HookFormBox } from './HookFormBox.tsx'
import { HookSecret } from './HookSecret.tsx'
import classes from './Hooks.module.css'
import { switchHook, tryIt, turnSecret } from './hook-acts.ts'
import { HookCard, hookColumns } from './hook-columns.tsx'
import { useHookForm } from './use-hook-form.ts'

const pageSize = 20

/** Where an organisation's own systems are told of its orders (ruling AMB-320). */
export function HooksPart() {
  const { data, error, refetch } = useLive(hooks.list, {})
  useLookAgain(hooks.list)
  const form = useHookForm()
  const [openId, setOpenId] = useState<number | null>(null)
  const { doing, take } = useOneAtATime<string>()
  const { open } = form
  const acts = useMemo(
    () => ({
      busy: doing,
      open: ({ id }: Hook) => setOpenId(id),
      change: open,
      tryIt: (hook: Hook) => void take(`try ${hook.id}`, () => tryIt(hook)),
      switch: (hook: Hook) => void take(`switch ${hook.id}`, () => switchHook(hook)),
    }),
    [doing, open, take],
  )
  const columns = useMemo(() => hookColumns(acts), [acts])
  const opened = data?.items.find(({ id }) => id === openId)

  async function turn(hook: Hook) {
    const shown = await turnSecret(hook)
    if (!shown) return
    setOpenId(null)
    form.show(shown)
  }

  return (
    <section className={classes.part} aria-label="Hooks">
      {form.shown ? (
        <HookSecret shown={form.shown} onKept={form.keep} />
      ) : (
        <HookFormBox form={form} kinds={data?.kinds ?? []} />
      )}
      <DataTable
        label="Hooks"
        rows={data?.items}
        columns={columns}
        rowKey={({ id }) => String(id)}
        card={(hook) => <HookCard of={hook} acts={acts} />}
        pageSize={pageSize}
        viewKey=""
        empty="NO DATA FOUND"
        emptyHelp="Hooks that were made are listed here."
        failed={error && !data ? { text: wordsFor(error).text, retry: () => void refetch() } : null}
      />
      {opened && (
        <HookDrawer hook={opened} onClose={() => setOpenId(null)} onTurn={() => void turn(opened)} />
      )}
    </section>
  )
}
