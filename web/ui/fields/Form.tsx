import type { ReactNode, Ref } from 'react'

type FormProps = {
  label: string
  className?: string
  ref?: Ref<HTMLFormElement>
  onSubmit: () => unknown
  children: ReactNode
}

/** Its fields say themselves what is wrong with them; the browser's own bubbles stay away. */
export const Form = ({ label, className, ref, onSubmit, children }: FormProps) => (
  <form
    ref={ref}
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
