import { useState } from 'react'
import { type KeptKey, keys } from '#contract/keys.ts'
import { topicOf } from '#contract/route.ts'
import { keyWords, whyNotMake } from '#domain/keys/making.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { useForm } from '../../parts/use-form.ts'
import { now } from '../../server-clock.ts'
import { draftFrom, emptyKey } from './key-draft.ts'

const fields = ['name', 'scopes', 'networks', 'lastDay'] as const

export type KeyForm = ReturnType<typeof useKeyForm>

/** A key that was just made: it is here until somebody says that they have it, and nowhere else. */
export function useKeyForm() {
  const member = useMember()
  const form = useForm({ name: 'key', empty: emptyKey, fields })
  const [made, setMade] = useState<{ kept: KeptKey; key: string } | null>(null)

  async function submit() {
    const draft = draftFrom(form.draft)
    const refusal = whyNotMake(draft, member, now())
    if (refusal) return form.refuse(keyWords, refusal)
    const answer = await form.send(() => call(keys.make, draft))
    void queryClient.invalidateQueries({ queryKey: [topicOf(keys.list)] })
    if (answer === null) return
    form.clear()
    setMade(answer)
  }

  function keep() {
    setMade(null)
    form.focus('name')
  }

  return { ...form, product: member.product, made, keep, submit }
}
