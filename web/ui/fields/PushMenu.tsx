import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { ActItems, type MenuAct } from './ActMenu.tsx'
import { PushButton } from './PushButton.tsx'
import classes from './PushMenu.module.css'

type PushMenuProps = {
  label: string
  icon: ReactNode
  acts: readonly MenuAct[]
  loading?: boolean
  disabled?: boolean
  /** Only its icon is seen, where the line is full. */
  isShort?: boolean
}

/** A button whose few ways stand under it once it is pressed. */
export function PushMenu({ label, icon, acts, loading = false, disabled = false, isShort }: PushMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setIsOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.place}>
      <PushButton
        ref={button}
        size="sm"
        icon={icon}
        loading={loading}
        disabled={disabled}
        title={isShort ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen || loading || disabled) return
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        {isShort ? (
          <span className="visually-hidden">{label}</span>
        ) : (
          <>
            {label}
            <IconChevronDown size={14} stroke={2} aria-hidden />
          </>
        )}
      </PushButton>
      {isOpen && (
        <ActItems name={label} acts={acts} button={button} onClose={close} onLeave={() => setIsOpen(false)} />
      )}
    </div>
  )
}
