import { onTestFinished } from 'vitest'

const open = new Set<() => Promise<void>>()

/** Closes it with the test, or with the file if it was opened outside one. */
export function closeLater(close: () => Promise<void>): void {
  const forgotten = async () => {
    open.delete(forgotten)
    await close()
  }
  open.add(forgotten)
  try {
    onTestFinished(forgotten)
  } catch {
    // not inside a test
  }
}

export const closeAll = async (): Promise<void> => void (await Promise.all([...open].map((close) => close())))
