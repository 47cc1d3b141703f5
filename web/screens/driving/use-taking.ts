import { type ChangeEvent, useState } from 'react'

/** The field of a camera: busy while its picture is made smaller, broken if that is none. */
export function useTaking(take: (file: File) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [isBroken, setBroken] = useState(false)

  async function choose({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [file] = input.files ?? []
    if (!file) return
    setBusy(true)
    setBroken(false)
    try {
      await take(file)
    } catch {
      setBroken(true)
    } finally {
      setBusy(false)
      // the same picture chosen again is a change too
      input.value = ''
    }
  }

  const field = {
    type: 'file',
    accept: 'image/*',
    capture: 'environment',
    className: 'visually-hidden',
    onChange: (event: ChangeEvent<HTMLInputElement>) => void choose(event),
  } as const
  return { isBusy, isBroken, field }
}
