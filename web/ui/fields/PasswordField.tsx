import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import classes from './PasswordField.module.css'
import { TextField } from './TextField.tsx'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'right'>) {
  const [shown, setShown] = useState(false)
  const Eye = shown ? IconEyeOff : IconEye
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      right={
        <button
          type="button"
          className={`dim stack ${classes.eye}`}
          // not "password", so that a search for the field by its label finds the field alone
          aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setShown(!shown)}
        >
          <Eye size={20} stroke={1.6} aria-hidden />
        </button>
      }
    />
  )
}
