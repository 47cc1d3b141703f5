import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { accounts, type Organisation } from '#contract/organisations.ts'
import { say } from '#domain/basics/refusal.ts'
import { linkHours } from '#domain/messages/resending.ts'
import { accountWords, grantsFor, whyNotAddAccount } from '#domain/people/granting.ts'
import { newKey } from '../../../api/key.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { bringIntoView, focusOn } from '../../../ui/focus.ts'
import classes from './AccountsAdd.module.css'
import { AccountsGrant, type Chosen } from './AccountsGrant.tsx'
import { useAccountAct } from './use-account-act.ts'

type Wrong = { field: string | undefined; text: string }

/** A new account; its owner is invited by mail and chooses the password. */
export function AccountsAdd({ organisation }: { organisation: Organisation }) {
  const [isOpen, setIsOpen] = useState(false)

  function toggle(open: boolean) {
    setIsOpen(open)
    focusOn(idOf(open ? 'name' : 'button'))
  }

  if (isOpen) return <Form organisation={organisation} onClose={() => toggle(false)} />
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

function Form({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const { id, kind } = organisation
  const first = grantsFor[kind][0] as Chosen
  const [draft, setDraft] = useState({ name: '', email: '', ...first })
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const { busy, act } = useAccountAct()
  /** The same for as long as the form is: sent again after a lost answer, it is the same call. */
  const key = useRef<string>(undefined)

  function change(part: Partial<typeof draft>) {
    setDraft({ ...draft, ...part })
    setWrong(null)
    key.current = newKey()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const refusal = whyNotAddAccount(draft, organisation, false)
    if (refusal) {
      const words = say(accountWords, refusal)
      setWrong({ field: refusal.field, text: words.text })
      await showAlert(words)
      return refusal.field && focusOn(idOf(refusal.field))
    }
    const done = 'Account Added'
    const outcome = await act('add', accounts.add, { id, ...draft }, { done, key: key.current })
    if (!outcome) return
    if ('text' in outcome) {
      setWrong(outcome)
      return outcome.field && focusOn(idOf(outcome.field))
    }
    onClose()
  }

  const errorAt = (field: string) => (wrong?.field === field ? wrong.text : null)

  return (
    <form
      ref={bringIntoView}
      className={classes.form}
      aria-label="Add an account"
      noValidate
      onSubmit={submit}
    >
      <p className={classes.help}>
        Whose it is gets a mail with a link to set the password; it works for {linkHours.invitation / 24}{' '}
        days.
      </p>
      <TextField
        id={idOf('name')}
        label="Name"
        value={draft.name}
        error={errorAt('name')}
        autoComplete="off"
        maxLength={120}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        id={idOf('email')}
        label="E-mail"
        type="email"
        inputMode="email"
        value={draft.email}
        error={errorAt('email')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <AccountsGrant kind={kind} value={draft} onChange={change} error={errorAt('product')} />
      <div className={classes.foot}>
        <PushButton type="submit" size="sm" kind="ink" loading={busy === 'add'} loadingLabel="Saving">
          Add and invite
        </PushButton>
        <PushButton size="sm" onClick={onClose}>
          Leave it
        </PushButton>
      </div>
    </form>
  )
}

const idOf = (field: string): string => `add-account-${field}`
