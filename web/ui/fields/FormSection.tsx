import type { ReactNode } from 'react'
import classes from './FormSection.module.css'

type FormSectionProps = { title: string; help?: ReactNode; children: ReactNode }

/** A heading with one line of help, and its fields on a grid of six columns beside it. */
export function FormSection({ title, help, children }: FormSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className={`heading ${classes.title}`}>{title}</h2>
        {help && <p className={`muted ${classes.help}`}>{help}</p>}
      </div>
      <div className={classes.grid}>{children}</div>
    </section>
  )
}

/** What was worked out from the row of fields above it, with an icon; it keeps that row on one line. */
export const FormNote = ({ children }: { children: ReactNode }) => (
  <p className={`muted gap-6 ${classes.note}`}>{children}</p>
)

type FormPlaceProps = { className?: string; children: ReactNode; 'aria-live'?: 'polite' }

/** What stands between the sections or after them: under the fields, not under the headings. */
export const FormUnder = ({ className = '', ...rest }: FormPlaceProps) => (
  <div className={`${className} ${classes.under}`} {...rest} />
)

/** The buttons of a form. */
export const FormFoot = ({ className = '', children }: FormPlaceProps) => (
  <FormUnder className={`readable ${className} ${classes.foot}`}>{children}</FormUnder>
)

/** A form and what goes with it: beside it on a wide screen, else not shown. */
export const FormBeside = ({ form, children }: { form: ReactNode; children: ReactNode }) => (
  <div className={classes.columns}>
    {form}
    <div className={classes.beside}>{children}</div>
  </div>
)

type FormCellProps = { span: 2 | 3 | 4 | 6; phone?: 'half' | 'full'; children: ReactNode }

/** A field's place; its width hints at the length of the answer. On a phone short ones share a line. */
export function FormCell({ span, phone = span <= 3 ? 'half' : 'full', children }: FormCellProps) {
  return (
    <div className={classes.cell} data-span={span} data-phone={phone}>
      {children}
    </div>
  )
}
