import { matching } from '#contract/matching.ts'
import { answerText } from '#domain/matching/answering.ts'
import { useLive } from '../../api/queries.ts'
import { useNow } from '../use-now.ts'

type Answered = { id: string; bankId: string | null; units: number }

/** What the blood bank said last, for whoever has a part in the order: `all 5 by 2:00 pm`. Null where it said nothing. */
export function useBankAnswer(order: Answered | undefined): string | null {
  const now = useNow()
  const enabled = order !== undefined && order.bankId !== null
  const { data, isPlaceholderData } = useLive(matching.packed, { id: order?.id ?? '' }, { enabled })
  if (!enabled || isPlaceholderData || !data?.answer) return null
  return answerText(data.answer, order.units, now)
}
