/** An idempotency key. Not `crypto.randomUUID`, which exists only where the page is served over TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

type KeptKey = { sent: string; key: string }

/** The input of a form that keeps one key, whatever is changed in it. */
const wholeForm = 'form'

/** The key of one sending and its repetitions. */
export function makeKeys(begun?: string) {
  let kept: KeptKey | null = begun === undefined ? null : { sent: JSON.stringify(wholeForm), key: begun }
  return {
    /** Sent again as it is, it is the same call. */
    keyFor(input: unknown = wholeForm): string {
      const sent = JSON.stringify(input)
      if (kept?.sent !== sent) kept = { sent, key: newKey() }
      return kept.key
    },
    /** It was answered, or given up: what is sent next is another call, unless this one is recalled. */
    forget(): KeptKey | null {
      const before = kept
      kept = null
      return before
    },
    recall(before: KeptKey | null): void {
      kept = before
    },
    /** Of a whole form that was begun before. */
    resume(key: string): void {
      kept = { sent: JSON.stringify(wholeForm), key }
    },
  }
}
