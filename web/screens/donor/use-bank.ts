import { useCallback, useEffect, useRef, useState } from 'react'
import { minutes } from '#domain/basics/time.ts'
import { askBank } from './calls.ts'
import { workOff } from './work-off.ts'

/** After that the challenge may have changed: a shared device waits long between two donors. */
const freshMs = minutes(10)

/** The bank's name, and the proof of work that the server asks for a form: done while the form is typed. */
export function useBank(bankId: string) {
  /** Undefined until it is known, null if there is no such bank. */
  const [name, setName] = useState<string | null | undefined>(bankId === '' ? null : undefined)
  const [place, setPlace] = useState<Place | null>(null)
  const asked = useRef<Asked>(null)

  const ask = useCallback(() => {
    asked.current?.leaving.abort()
    if (bankId === '') return
    const mine: Asked = { at: Date.now(), leaving: new AbortController(), work: null }
    asked.current = mine
    const { signal } = mine.leaving
    askBank(bankId, signal).then(
      (bank) => {
        setName(bank.name)
        setPlace(bank.name === null ? null : { name: bank.name, address: bank.address, phone: bank.phone })
        mine.work = bank.challenge === null ? null : workOff(bank.challenge, signal)
      },
      () => {
        mine.at = 0
      },
    )
  }, [bankId])

  useEffect(() => {
    ask()
    return () => asked.current?.leaving.abort()
  }, [ask])

  return {
    name,
    place,
    /** For the next form: a proof of work is good for one. */
    ask,
    askIfLongAgo() {
      if (asked.current && asked.current.at < Date.now() - freshMs) ask()
    },
    /** Null if the server asked for none; waits for one that is being worked on. */
    work: async (): Promise<string | null> => (await asked.current?.work) ?? null,
  }
}

/** Where a donor goes with the number. */
export type Place = { readonly name: string; readonly address: string; readonly phone: string | null }

type Asked = { at: number; readonly leaving: AbortController; work: Promise<string | null> | null }
