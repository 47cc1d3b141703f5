import { TextField } from '../ui/fields/TextField.tsx'

type Draft = { name: string; email: string }
type PersonFieldsProps = {
  form: { draft: Draft; fieldOf: (field: keyof Draft) => object; change: (change: Partial<Draft>) => void }
}

/** Whom somebody else invites: a browser that fills in its own user would be wrong. */
export const PersonName = ({ form }: PersonFieldsProps) => (
  <TextField
    {...form.fieldOf('name')}
    label="Name"
    value={form.draft.name}
    autoComplete="off"
    maxLength={120}
    onChange={(event) => form.change({ name: event.currentTarget.value })}
  />
)

export const PersonEmail = ({ form }: PersonFieldsProps) => (
  <TextField
    {...form.fieldOf('email')}
    label="E-mail"
    type="email"
    inputMode="email"
    value={form.draft.email}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    onChange={(event) => form.change({ email: event.currentTarget.value })}
  />
)
