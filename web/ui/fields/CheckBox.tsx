import type { ComponentProps, ReactNode } from 'react'
import classes from './CheckBox.module.css'

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: ReactNode
  /** `lg` for donors: a box of 24 px in a line as high as a thumb. */
  size?: 'md' | 'lg'
}

/** Ticked boxes are ink, never red. */
export function CheckBox({ label, size = 'md', className, ...rest }: CheckBoxProps) {
  return (
    <label className={[classes.line, className].filter(Boolean).join(' ')} data-size={size}>
      <input {...rest} type="checkbox" className={`still stack ${classes.box}`} />
      <span>{label}</span>
    </label>
  )
}
