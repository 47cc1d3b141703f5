import { useState } from 'react'
import { type Hook, hooks } from '#contract/hooks.ts'
import { topicOf } from '#contract/route.ts'
import type { HookKind } from '#domain/hooks/kinds.ts'
import { hookWords, whyNotDraft } from '#domain/hooks/saving.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { useForm } from '../../parts/use-form.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'

const fields = ['url', 'kinds'] as const
const empty = { url: '', kinds: [] as HookKind[], withTests: false }
const readers = { pilot: 'hospital', plus: 'hospital', bloodbank: 'bank', admin: 'provider' } as const

export type HookForm = ReturnType<typeof useHookForm>
export type Shown = { hook: Hook; secret: string }

/** A hook is made, or one that there is is changed. A secret is here until somebody says that they have it. */
export function useHookForm() {
  const { product } = useMember()
  const form = useForm({ name: 'hook', empty, fields })
  const [changing, setChanging] = useState<Hook | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)

  function open(hook: Hook) {
    form.setDraft({ url: hook.url, kinds: hook.kinds, withTests: hook.withTests })
    form.mend()
    setChanging(hook)
    form.focus('url')
  }

  function leave() {
    form.clear()
    setChanging(null)
  }

  async function submit() {
    const draft = { ...form.draft, url: form.draft.url.trim() }
    const refusal = whyNotDraft(draft, readers[product])
    if (refusal) return form.refuse(hookWords, refusal)
    const saved = await form.send(async () => {
      if (!changing) return call(hooks.make, draft)
      const input = { ...draft, id: changing.id, version: changing.version }
      return { hook: await call(hooks.change, input, { key: form.keyFor(input) }), secret: null }
    })
    void queryClient.invalidateQueries({ queryKey: [topicOf(hooks.list)] })
    if (saved === null) return
    leave()
    if (saved.secret === null) showToast({ text: 'Hook Changed', kind: 'success' })
    else setShown({ hook: saved.hook, secret: saved.secret })
  }

  return { ...form, changing, shown, open, leave, submit, show: setShown, keep: () => setShown(null) }
}
