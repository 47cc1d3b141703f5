import type { FormEvent } from 'react'
import { people } from '#contract/people.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { changingWords, type PasswordDraft, whyNotChangePassword } from '#domain/people/changing-password.ts'
import { queryClient } from '../../api/queries.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { useOwnForm } from './use-own-form.ts'

const empty: PasswordDraft = { current: '', password: '', again: '' }

export function PasswordPart() {
  const form = useOwnForm('own-password', empty)

  async function change(event: FormEvent) {
    event.preventDefault()
    const refusal = whyNotChangePassword(form.draft)
    if (refusal) return form.mark({ [refusal.field ?? '']: say(changingWords, refusal).text })
    const { current, password } = form.draft
    if (!(await form.send(people.changePassword, { current, password }))) return
    form.clear()
    showToast({ text: 'Password Changed', kind: 'success' })
    void queryClient.invalidateQueries({ queryKey: [topicOf(people.sessions)] })
  }

  const field = (name: keyof PasswordDraft, label: string) => (
    <PasswordField
      label={label}
      {...form.textOf(name)}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
    />
  )

  return (
    <form aria-label="Change password" noValidate onSubmit={(event) => void change(event)}>
      <FormSection
        title="Password"
        help="More than 6 characters. Changing it ends your sessions on all other devices."
      >
        <FormCell span={6}>{field('current', 'Current password')}</FormCell>
        <FormCell span={3} phone="full">
          {field('password', 'New password')}
        </FormCell>
        <FormCell span={3} phone="full">
          {field('again', 'Confirm password')}
        </FormCell>
        <FormCell span={6}>
          <PushButton type="submit" kind="ink" loading={form.isBusy} loadingLabel="Saving">
            Change password
          </PushButton>
        </FormCell>
      </FormSection>
    </form>
  )
}
