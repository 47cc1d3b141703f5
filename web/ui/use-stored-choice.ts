import { useState } from 'react'

/** One of a few that this browser remembers; the first until another was chosen. */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (next: Choice) => void] {
  const [choice, setChoice] = useState(() => choices.find((one) => one === read(key)) ?? choices[0])
  return [
    choice,
    (next) => {
      setChoice(next)
      write(key, next)
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // private windows may have no storage; the choice then lasts as long as the page
  }
}
