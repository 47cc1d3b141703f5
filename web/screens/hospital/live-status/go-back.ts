import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list that was left for this page is the entry before it in the browser's history. */
    isFromList?: true
  }
}

/** For the link from a list to one of its things. */
export const fromList = { isFromList: true } as const

/** Back to the list as it was left, with its search and its place; or to the list, if the page was opened by itself. */
export function useGoBack(list: string): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const isFromList = useLocation({ select: ({ state }) => state.isFromList })
  return () => (isFromList ? router.history.back() : void navigate({ to: list }))
}
