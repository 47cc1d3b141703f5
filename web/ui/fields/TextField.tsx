import type { ComponentProps, ReactNode } from 'react'
import { Field, type FieldWords } from './Field.tsx'
import classes from './TextField.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'size'> &
  FieldWords & {
    /** Stands inside the field at the right: a unit or a button. */
    right?: ReactNode
    /** 44 px, or 48 for drivers and donors. */
    size?: 'md' | 'lg'
  }

export function TextField(props: TextFieldProps) {
  const { label, help, error, beside, note, right, size = 'md', className, id, ...rest } = props
  return (
    <Field {...{ label, help, error, beside, note, id, className }}>
      {(join) => (
        <div className={`row ${classes.box}`} data-size={size} data-wrong={join['aria-invalid']}>
          <input
            // a wheel turned over a number would count for itself
            onWheel={rest.type === 'number' ? ({ currentTarget }) => currentTarget.blur() : undefined}
            {...rest}
            {...join}
            className={`fill ${classes.input}`}
          />
          {right && <span className={`dim row still ${classes.right}`}>{right}</span>}
        </div>
      )}
    </Field>
  )
}
