import { useState } from 'react'
import { Day } from '#domain/basics/day.ts'
import { say } from '#domain/basics/refusal.ts'
import {
  componentWords,
  type DayRange,
  mendedRange,
  usualRange,
  whyNotRange,
} from '#domain/billing/component-tracking.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { now } from '../../../server-clock.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { focusOn } from '../../../ui/focus.ts'

/** The days of Component Tracking: those of the address, or the last 7 to today. */
export function useComponentRange() {
  const address = useAddress()
  const [wrong, setWrong] = useState<string | null>(null)
  const range = rangeIn(address.text('from'), address.text('to'))

  /** §5.7: told, and put right. */
  async function change(part: Partial<DayRange>) {
    const next = { ...range, ...part }
    const refusal = whyNotRange(next)
    if (!refusal) return address.change(next)
    const words = say(componentWords, refusal)
    setWrong(words.text)
    await showAlert(words)
    setWrong(null)
    address.change(mendedRange(next, now()))
    focusOn(fromId)
  }

  return {
    range,
    wrong,
    change,
    bank: address.text('bank'),
    chooseBank: (bank: string | undefined) => address.change({ bank }),
  }
}

export const fromId = 'components-from'

/** A URL can hold anything. */
function rangeIn(from: string | undefined, to: string | undefined): DayRange {
  const usual = usualRange(now())
  const range = { from: Day.safeParse(from).data ?? usual.from, to: Day.safeParse(to).data ?? usual.to }
  return whyNotRange(range) ? usual : range
}
