import { type ComponentProps, useRef, useState } from 'react'
import { Day } from '#domain/basics/day.ts'
import { TextField } from '../../ui/fields/TextField.tsx'

type DayFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'id' | 'error' | 'className'> & {
  value: string
  onPick: (day: string) => void
}

/**
 * A day that takes effect at once when it is picked, and when it is left when it is typed: half a typed date is a date
 * too, and nobody meant it.
 */
export function DayField({ value, onPick, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isTyping = useRef(false)

  function take(day: string) {
    isTyping.current = false
    setTyped(null)
    if (day !== value && Day.safeParse(day).success) onPick(day)
  }

  return (
    <TextField
      {...rest}
      type="date"
      value={typed ?? value}
      onPointerDown={() => {
        isTyping.current = false
      }}
      onKeyDown={(event) => {
        isTyping.current ||= event.key !== 'Tab' && event.key !== 'Shift'
        if (event.key !== 'Enter' || typed === null) return
        // the same key press would close the alert that it may open
        event.preventDefault()
        take(typed)
      }}
      onChange={({ currentTarget }) => {
        if (isTyping.current) setTyped(currentTarget.value)
        else take(currentTarget.value)
      }}
      onBlur={() => typed !== null && take(typed)}
    />
  )
}
