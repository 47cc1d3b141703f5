import { useState } from 'react'

/** A yes or no that this browser remembers; without storage it lasts as long as the page. */
export function useStoredFlag(key: string): [boolean, (next: boolean) => void] {
  const [flag, setFlag] = useState(() => read(key))
  return [
    flag,
    (next) => {
      setFlag(next)
      write(key, next)
    },
  ]
}

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch {
    return false
  }
}

function write(key: string, flag: boolean): void {
  try {
    localStorage.setItem(key, flag ? 'yes' : 'no')
  } catch {
    // private windows may have no storage; the choice then lasts as long as the page
  }
}
