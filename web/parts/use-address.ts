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

  function text(name: string): string | undefined {
    const value = search[name]
    return typeof value === 'string' ? value : undefined
  }
  return { text, change }
}
