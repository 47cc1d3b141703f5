import type { ComponentProps } from 'react'
import field from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'
import classes from './TextArea.module.css'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> & Omit<FieldWords, 'beside'>

/** Several lines of text, with the looks of a TextField. */
export function TextArea({ label, help, error, note, id, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, help, error, note, id }}>
      {(join) => <textarea {...rest} {...join} rows={rows} className={`${field.control} ${classes.area}`} />}
    </Field>
  )
}
