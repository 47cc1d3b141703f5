import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { people } from '#contract/people.ts'
import { ask } from '../../api/queries.ts'
import { PublicPage } from '../../parts/PublicPage.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { FieldError } from '../../ui/fields/Field.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import classes from './SignInScreen.module.css'
import own from './SignUpScreen.module.css'
import { useAddressSuggestions } from './use-address-suggestions.ts'
import { type SignUp, type SignUpField, useSignUp } from './use-sign-up.ts'

/** §2.5: a hospital signs itself up with the link of a blood bank, in two steps. */
export function SignUpScreen() {
  useTitle('Sign up')
  const { bank = '' } = useParams({ strict: false }) as { bank?: string }
  const known = useQuery(ask(people.signUpBank, { id: bank }))
  if (known.data?.name === null) return <NotFoundPage />
  return <Form bank={bank} bankName={known.data?.name ?? null} />
}

function Form({ bank, bankName }: { bank: string; bankName: string | null }) {
  const form = useSignUp(bank)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(form.step)
  // the new step begins at its heading, also for screen readers
  useEffect(() => {
    if (shown.current !== form.step) heading.current?.focus()
    shown.current = form.step
  }, [form.step])

  function send(event: FormEvent) {
    event.preventDefault()
    if (form.step === 1) void form.next()
    else void form.submit()
  }

  return (
    <PublicPage>
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        Sign your hospital up
      </h1>
      <p className={`large dim ${classes.line}`}>
        {bankName ? `By invitation of ${bankName}. ` : ''}Step {form.step} of 2:{' '}
        {form.step === 1 ? 'the hospital' : 'its first account'}
      </p>
      <form className={`gap-20 column ${classes.form}`} noValidate onSubmit={send}>
        {form.step === 1 ? <Place form={form} /> : <Person form={form} />}
      </form>
      <p className={`muted ${classes.hint}`}>
        The provider verifies every new hospital. You get a mail as soon as you can order blood.
      </p>
    </PublicPage>
  )
}

const fieldOf = (form: SignUp, name: SignUpField) => ({
  ...form.fieldOf(name),
  name,
  value: form.draft[name],
})

function Place({ form }: { form: SignUp }) {
  const address = useAddressSuggestions()
  return (
    <>
      <TextField
        label="Hospital Name"
        autoComplete="organization"
        {...fieldOf(form, 'name')}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      <SuggestField
        label="Address"
        {...fieldOf(form, 'address')}
        suggestions={address.found}
        onType={(text) => {
          form.change({ address: text })
          address.ask(text)
        }}
        onChoose={({ text }) => {
          form.change({ address: text })
          address.forget()
        }}
        onDismiss={address.forget}
      />
      <TextField
        label="Primary Phone"
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, 'primaryPhone')}
        onChange={(event) => form.change({ primaryPhone: event.currentTarget.value })}
      />
      <TextField
        label="Secondary Phone"
        type="tel"
        {...fieldOf(form, 'secondaryPhone')}
        onChange={(event) => form.change({ secondaryPhone: event.currentTarget.value })}
      />
      <Failure form={form} />
      <PushButton
        type="submit"
        kind="primary"
        wide
        loading={form.isBusy}
        loadingLabel="Next"
        aria-describedby={form.failure ? failureId : undefined}
      >
        Next
      </PushButton>
    </>
  )
}

function Person({ form }: { form: SignUp }) {
  return (
    <>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        help="You sign in with it."
        {...fieldOf(form, 'email')}
        onChange={(event) => form.change({ email: event.currentTarget.value })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        help="More than 6 characters."
        {...fieldOf(form, 'password')}
        onChange={(event) => form.change({ password: event.currentTarget.value })}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...fieldOf(form, 'again')}
        onChange={(event) => form.change({ again: event.currentTarget.value })}
      />
      <Failure form={form} />
      <div className={`stack gap-12 ${own.actions}`}>
        <PushButton onClick={form.previous}>Previous</PushButton>
        <PushButton
          type="submit"
          kind="primary"
          loading={form.isBusy}
          loadingLabel="Sending"
          aria-describedby={form.failure ? failureId : undefined}
        >
          Submit
        </PushButton>
      </div>
    </>
  )
}

const failureId = 'sign-up-failure'

const Failure = ({ form }: { form: SignUp }) =>
  form.failure && <FieldError id={failureId}>{form.failure}</FieldError>
