import { useLocation, useRouter } from '@tanstack/react-router'

/** What the address says of a view, and one step that changes several parts of it at once. */
export function useAddress() {
  const router = useRouter()
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })

  function change(part: Record<string, string | number | undefined>) {
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    })
  }

  /** The router reads a text of digits as a number. */
  function text(name: string): string | undefined {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  return { text, change }
}
