import { type FormEvent, useState } from 'react'
import { people } from '#contract/people.ts'
import { type OutputOf, topicOf } from '#contract/route.ts'
import { queryClient } from '../../api/queries.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { ConfirmKey } from './ConfirmKey.tsx'
import classes from './OwnAccount.module.css'
import { SwitchOff } from './SwitchOff.tsx'
import { catchFocus, useOwnForm } from './use-own-form.ts'

type Key = OutputOf<typeof people.beginSecondFactor>
type Asked = {
  data: OutputOf<typeof people.ownAccount> | undefined
  isError: boolean
  refetch: () => unknown
}

/** Off, being added, just added with its backup codes, or on. */
export function SecondFactorPart({ account }: { account: Asked }) {
  const [key, setKey] = useState<Key | null>(null)
  const [backupCodes, setBackupCodes] = useState<string[] | null>(null)

  function confirmed(codes: string[]) {
    setKey(null)
    setBackupCodes(codes)
    void lookAgain()
  }

  function leave(forget: (nothing: null) => void) {
    forget(null)
    catchFocus()
  }

  return (
    <FormSection
      title="Second factor"
      help="After the password, a code from an app on your phone is asked for."
    >
      {inside()}
    </FormSection>
  )

  function inside() {
    if (backupCodes) return <BackupCodes codes={backupCodes} onKept={() => leave(setBackupCodes)} />
    if (key)
      return (
        <ConfirmKey
          address={key.address}
          secret={key.key}
          onConfirmed={confirmed}
          onLeave={() => leave(setKey)}
        />
      )
    if (account.data?.hasSecondFactor)
      return (
        <>
          <FormCell span={6}>
            <p className={`row wrap ${classes.state}`}>
              <Badge kind="green">On</Badge>
              <span className="muted">{leftInWords(account.data.backupCodesLeft)}</span>
            </p>
          </FormCell>
          <SwitchOff onDone={() => void lookAgain().then(catchFocus)} />
        </>
      )
    if (account.data) return <Begin onBegun={setKey} />
    if (!account.isError) return <FormCell span={6}>&nbsp;</FormCell>
    return (
      <FormCell span={6}>
        <p className={`row wrap ${classes.failed}`}>
          Your account did not load.
          <PushButton size="xs" onClick={() => void account.refetch()}>
            Try again
          </PushButton>
        </p>
      </FormCell>
    )
  }
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: [topicOf(people.ownAccount)] })

function leftInWords(left: number): string {
  if (left === 0) return 'No backup code is left: switch it off and on again for new ones.'
  const counted = left === 1 ? '1 backup code is left' : `${left} backup codes are left`
  return `${counted}. For new ones, switch it off and on again.`
}

function Begin({ onBegun }: { onBegun: (key: Key) => void }) {
  const form = useOwnForm('own-factor', { password: '' })

  async function begin(event: FormEvent) {
    event.preventDefault()
    if (!form.draft.password) return form.mark({ password: 'Please enter your password.' })
    const key = await form.send(people.beginSecondFactor, form.draft)
    if (key) onBegun(key)
  }

  return (
    <FormCell span={6}>
      <form
        className={`stack gap-16 ${classes.inline}`}
        aria-label="Add a second factor"
        noValidate
        onSubmit={(event) => void begin(event)}
      >
        <PasswordField label="Your password" {...form.textOf('password')} />
        <PushButton type="submit" kind="ink" loading={form.isBusy} loadingLabel="One moment">
          Add a second factor
        </PushButton>
      </form>
    </FormCell>
  )
}
