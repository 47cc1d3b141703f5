import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { type NextStep, nextStep, nextStepText } from '#domain/requests/next-step.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { useClock } from '../../ui/use-clock.ts'
import type { useOrderAct } from './use-order-act.ts'

/** What brings the order on now. It comes and goes with the clock, without being asked (§9: every second). */
export function useNextStep(
  order: Order,
  { act, move }: ReturnType<typeof useOrderAct>,
  open: { link: () => void; details?: () => void },
) {
  const now = useClock(order.orderType === 'reservation' ? 1000 : 5000)
  /** Pressed, it stays until that has an answer. */
  const [taken, setTaken] = useState<NextStep | null>(null)
  const step = taken ?? nextStep(order, now)

  async function take() {
    if (!step || taken) return
    if (step.act === 'link') return open.link()
    if (step.act === 'decide') return open.details?.()
    setTaken(step)
    await (step.act === 'move' ? move(step.to) : act(step.act))
    setTaken(null)
  }

  return { step, isTaken: taken !== null, take, now }
}

type NextButtonProps = {
  next: ReturnType<typeof useNextStep>
  describedBy: string
  /** Shows its first word, where there is no room for more. */
  isShort?: boolean
}

export function NextButton({ next: { step, isTaken, take }, describedBy, isShort = false }: NextButtonProps) {
  if (!step) return null
  const text = nextStepText(step)
  const [first = text] = text.split(/[: ]/)
  return (
    <ActionButton
      {...(isShort ? { label: first, name: text } : { label: text })}
      describedBy={describedBy}
      shortcut="n"
      busy={isTaken}
      onClick={() => void take()}
    />
  )
}
