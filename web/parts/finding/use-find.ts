import { useEffect, useState } from 'react'
import { type Found, finding } from '#contract/finding.ts'
import { FindText, whyNotFind } from '#domain/requests/finding.ts'
import { call, Refused, wordsFor } from '../../api/client.ts'
import { useSettled } from '../../ui/use-settled.ts'

export type Finding = {
  /** What was found for what is typed now; of what was typed before nothing is left. */
  found: readonly Found[]
  /** Nothing was found for what is typed now. */
  isNothing: boolean
  isLooking: boolean
  failure: string | null
}

const pauseMs = 150
const nothing = { text: '', found: [], failure: null }

/** Asks once the typing pauses. An answer to an older text is dropped, and nothing of it is kept. */
export function useFind(typed: string, isOn = true): Finding {
  const text = typed.trim()
  const settled = useSettled(text, pauseMs)
  const [answer, setAnswer] = useState<{ text: string; found: readonly Found[]; failure: string | null }>(
    nothing,
  )
  const isAskable = isOn && FindText.safeParse(text).success && whyNotFind(text) === null

  useEffect(() => {
    if (!isAskable || settled !== text) return
    const gone = new AbortController()
    let again: ReturnType<typeof setTimeout>
    const ask = () => {
      call(finding.find, { text }, { signal: gone.signal }).then(
        ({ items }) => tell(items, null),
        (error: unknown) => {
          tell([], wordsFor(error).text)
          // told to wait: whoever does so finds it there, without typing it again
          const wait = error instanceof Refused && error.status === 429 && error.retryAfter
          if (wait && !gone.signal.aborted) again = setTimeout(ask, wait * 1000)
        },
      )
    }
    const tell = (found: readonly Found[], failure: string | null) =>
      gone.signal.aborted || setAnswer({ text, found, failure })
    ask()
    return () => {
      gone.abort()
      clearTimeout(again)
    }
  }, [text, settled, isAskable])

  if (!isAskable) return { found: [], isNothing: false, isLooking: false, failure: null }
  // what was found before stays while more is typed, so that the list does not blink
  const isCurrent = answer.text === text
  return {
    found: answer.found,
    isNothing: isCurrent && answer.failure === null && answer.found.length === 0,
    isLooking: !isCurrent,
    failure: isCurrent ? answer.failure : null,
  }
}
