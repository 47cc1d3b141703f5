import type { ComponentProps, ReactNode } from 'react'
import classes from './CheckBox.module.css'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

/** Ticked boxes are ink, never red. */
export function CheckBox({ label, className, ...rest }: CheckBoxProps) {
  return (
    <label className={[classes.line, className].filter(Boolean).join(' ')}>
      <input {...rest} type="checkbox" className={classes.box} />
      <span>{label}</span>
    </label>
  )
}
