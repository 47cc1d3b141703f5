import type { ComponentProps } from 'react'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DriverRegistrationList } from './DriverRegistrationList.tsx'
import classes from './DriverRegistrationScreen.module.css'
import { type DriverField, useDriverForm } from './use-driver-form.ts'

/** §2.4: a driver gets an account and a line in the list. */
export function DriverRegistrationScreen({ title }: { title: string }) {
  const form = useDriverForm()

  function field(name: DriverField): ComponentProps<typeof TextField> & { label: string } {
    return {
      ...form.fieldOf(name),
      name,
      label: labels[name],
      className: `column ${classes.field}`,
      value: form.draft[name],
      onChange: (event) => form.change({ [name]: event.currentTarget.value }),
    }
  }

  return (
    <div className={classes.screen}>
      <PageHead
        title={title}
        line="A driver signs in with this e-mail and password and sees only their own deliveries."
        right={<LiveNow />}
      />
      <div className={classes.columns}>
        <Form className={`stack gap-20 ${classes.form}`} label={title} onSubmit={form.submit}>
          <TextField {...field('name')} autoComplete="off" maxLength={120} />
          <TextField {...field('email')} type="email" inputMode="email" {...plain} maxLength={254} />
          <TextField
            {...field('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            help="For the text message with the order link. 7 to 15 digits."
            maxLength={40}
          />
          <PasswordField
            {...field('password')}
            autoComplete="new-password"
            help="More than 6 characters. Give it to the driver yourself; it is not sent."
            maxLength={200}
          />
          <div className={`row gap-12 wrap ${classes.actions}`}>
            <PushButton
              type="submit"
              kind="primary"
              className={classes.submit}
              loading={form.isBusy}
              loadingLabel="Saving"
            >
              Sign Up
            </PushButton>
            {form.restore && (
              <PushButton kind="quiet" onClick={form.restore}>
                Restore what was typed
              </PushButton>
            )}
          </div>
        </Form>
        <DriverRegistrationList marked={form.lastAdded} />
      </div>
    </div>
  )
}

const labels: Record<DriverField, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  password: 'Password',
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
