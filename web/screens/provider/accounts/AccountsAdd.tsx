import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { accounts, invitations, type Organisation } from '#contract/organisations.ts'
import { topicOf } from '#contract/route.ts'
import { linkHours } from '#domain/messages/resending.ts'
import {
  accountWords,
  grantsFor,
  whyNotAddAccount,
  whyNotBeside,
  whyNotInviteInto,
} from '#domain/people/granting.ts'
import { call, isRefusal } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { PersonEmail, PersonName } from '../../../parts/PersonFields.tsx'
import { useForm } from '../../../parts/use-form.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { bringIntoView, focusOn } from '../../../ui/focus.ts'
import classes from './AccountsAdd.module.css'
import { AccountsGrant, type Chosen } from './AccountsGrant.tsx'

/** A new account; its owner is invited by mail and chooses the password. */
export function AccountsAdd({ organisation }: { organisation: Organisation }) {
  const [isOpen, setIsOpen] = useState(false)

  function toggle(open: boolean) {
    setIsOpen(open)
    focusOn(idOf(open ? 'name' : 'button'))
  }

  if (isOpen) return <AddForm organisation={organisation} onClose={() => toggle(false)} />
  return (
    <PushButton
      id={idOf('button')}
      size="sm"
      icon={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => toggle(true)}
    >
      Add an account
    </PushButton>
  )
}

function AddForm({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const form = useAddAccount(organisation, onClose)
  return (
    <Form
      ref={bringIntoView}
      className={`stack gap-16 well ${classes.form}`}
      label="Add an account"
      onSubmit={form.submit}
    >
      <p className="muted">
        {form.isKnown
          ? 'It has an account already. Whose it is gets a mail with a link to join, and keeps the password; it works for '
          : 'Whose it is gets a mail with a link to set the password; it works for '}
        {linkHours.invitation / 24} days.
      </p>
      <PersonName form={form} />
      <PersonEmail form={form} />
      <AccountsGrant
        kind={organisation.kind}
        value={form.draft}
        onChange={form.change}
        error={form.errors.product ?? null}
      />
      <div className="wrap gap-8">
        <PushButton type="submit" size="sm" kind="ink" loading={form.isBusy} loadingLabel="Saving">
          {form.isKnown ? 'Invite to join' : 'Add and invite'}
        </PushButton>
        <PushButton size="sm" onClick={onClose}>
          Leave it
        </PushButton>
      </div>
    </Form>
  )
}

const name = 'add-account'
const idOf = (part: 'button' | 'name'): string => `${name}-${part}`
const fields = ['name', 'email', 'product'] as const

function useAddAccount(organisation: Organisation, onAdded: () => void) {
  const { id, kind } = organisation
  const first = grantsFor[kind][0] as Chosen
  const form = useForm({ name, empty: { name: '', email: '', ...first }, fields })
  /** The address that was answered to have an account elsewhere: it gets no second one, and is invited with it. */
  const [known, setKnown] = useState<string | null>(null)
  const isKnown = known === form.draft.email

  async function submit() {
    const refusal = isKnown
      ? whyNotInviteInto(organisation, form.draft)
      : (whyNotAddAccount(form.draft, organisation, false) ??
        whyNotBeside(organisation.invitations, form.draft.email))
    if (refusal) return form.refuse(accountWords, refusal)
    const input = { id, ...form.draft }
    const options = { key: form.keyFor({ isKnown, ...input }) }
    const sent = await form.send(
      () =>
        call<typeof invitations.invite | typeof accounts.add>(
          isKnown ? invitations.invite : accounts.add,
          input,
          options,
        ),
      { failed: tell },
    )
    void queryClient.invalidateQueries({ queryKey: [topicOf(accounts.list)] })
    if (sent === null) return
    showToast({ text: isKnown ? 'Invitation Sent' : 'Account Added', kind: 'success' })
    onAdded()
  }

  function tell(error: unknown) {
    if (isRefusal(error) && error.answer.code === 'has-account') setKnown(form.draft.email)
    return form.tell(error)
  }

  return { ...form, isKnown, submit }
}
