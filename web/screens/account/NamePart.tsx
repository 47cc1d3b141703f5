import { useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { people } from '#contract/people.ts'
import { say } from '#domain/basics/refusal.ts'
import type { Member } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import { namingWords, whyNotSetName } from '#domain/people/naming.ts'
import { renameHere } from '../../api/session.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useOwnForm } from './use-own-form.ts'

/** What somebody is called beside what they do. */
export function NamePart({ member }: { member: Member }) {
  const router = useRouter()
  const form = useOwnForm('own-name', { name: member.person ?? '' })

  async function save(event: FormEvent) {
    event.preventDefault()
    const name = form.draft.name.trim()
    const refusal = whyNotSetName(name, member)
    if (refusal) return form.mark({ name: say(namingWords, refusal).text })
    const answer = await form.send(people.setName, { name })
    if (!answer) return
    renameHere(answer.actor)
    await router.invalidate()
    showToast({ text: 'Name Saved', kind: 'success' })
  }

  const { person = '', displayName: place } = member
  return (
    <form aria-label="Your name" noValidate onSubmit={(event) => void save(event)}>
      <FormSection
        title="Name"
        help={
          person
            ? `What you do is told as done by ${doerText({ person, place })}.`
            : `What is done with this account is told as done by ${place}, and names no person. Whose account is it?`
        }
      >
        <FormCell span={6}>
          <TextField label="Your name" {...form.textOf('name')} autoComplete="name" maxLength={120} />
        </FormCell>
        <FormCell span={6}>
          <PushButton type="submit" kind="ink" loading={form.isBusy} loadingLabel="Saving">
            Save name
          </PushButton>
        </FormCell>
      </FormSection>
    </form>
  )
}
