import { useState } from 'react'
import { makeKeys } from '../api/key.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

type SendOptions<Act> = {
  /** Which of several buttons is busy. */
  as?: Act
  /** What is done about a failure. The button stays busy for as long as that takes. */
  failed?: (error: unknown) => unknown
}

/** One sending at a time, each with the key that makes its repetition the same call (decision 33). */
export function useSending<Act extends string>(
  tell: (error: unknown) => unknown,
  begunKey: string | undefined,
) {
  const [keys] = useState(() => makeKeys(begunKey))
  // not useMutation: it keeps what came of a call, which no form shows, and lets the second of two quick presses pass
  const { doing, take } = useOneAtATime<Act>()

  /** Null if it failed, or if another is under way. */
  const send = <Answer>(
    sending: () => Promise<Answer>,
    { as = 'sending' as Act, failed = tell }: SendOptions<Act> = {},
  ): Promise<Answer | null> =>
    take(as, async () => {
      try {
        const answer = await sending()
        keys.forget()
        return answer
      } catch (error) {
        await failed(error)
        return null
      }
    })

  return { ...keys, doing, take, send }
}
