import { useLocation, useRouter } from '@tanstack/react-router'

/**
 * What the address says of a view, and one step that changes several parts of it at once. Back leaves the view, unless
 * the step is one of those that Back undoes.
 */
export function useAddress() {
  const router = useRouter()
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })
  const path = useLocation({ select: ({ pathname }) => pathname })
  /** Which place of the browser's history it is, or NaN. A change of the view stays in its place. */
  const place = useLocation({ select: ({ state }) => state.__TSR_index })

  function change(part: Record<string, string | number | undefined>, isUndoneByBack = false) {
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...part }),
      replace: !isUndoneByBack,
      resetScroll: false,
    })
  }

  function text(name: string): string | undefined {
    const value = search[name]
    return typeof value === 'string' ? value : undefined
  }
  return { text, change, path, place }
}
