import type { ReactNode } from 'react'

type FormProps = { label: string; className?: string; onSubmit: () => unknown; children: ReactNode }

/** Its fields say themselves what is wrong with them; the browser's own bubbles stay away. */
export const Form = ({ label, className, onSubmit, children }: FormProps) => (
  <form
    className={className}
    aria-label={label}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      void onSubmit()
    }}
  >
    {children}
  </form>
)
