import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isProvider, type Member } from '#domain/people/actor.ts'
import { paths } from '../../paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request that was chosen among those found; not in the address, where it would look like a search. */
    asked?: { id: string }
    /** The request that is to be raised again; a patient's data is in no address and in no history. */
    again?: { id: string }
    /** The request that is to be amended. */
    amend?: { id: string }
    /** The request that is cancelled when this one is raised in its place. */
    replace?: { id: string }
    /** What stood on paper is to be entered. */
    paper?: true
  }
}

/** Where a request shows how it stands: the provider's orders, and a hospital's Request Status. */
const statusOf = (member: Member) =>
  isProvider(member) ? paths.screen('admin', 'status') : paths.screen(member.product, 'requestStatus')

/** Goes where the request opens, from any screen. */
export function useOpenRequest(member: Member): (id: string) => void {
  const router = useRouter()
  return (id) => {
    const to = statusOf(member)
    // opened over the list that is there, with its filters
    const isHere = router.state.location.pathname === to
    void router.navigate({
      to,
      state: { asked: { id } },
      ...(isHere && { search: true, replace: true, resetScroll: false }),
    })
  }
}

/** For the screen on which it opens: once for each time it was asked for, and not again after a reload. */
export function useAskedRequest(open: (id: string) => void): void {
  const asked = useLocation({ select: ({ state }) => state.asked })
  const navigate = useNavigate()
  const opened = useRef<object>(undefined)
  useEffect(() => {
    if (!asked || opened.current === asked) return
    opened.current = asked
    open(asked.id)
    void navigate({ to: '.', search: true, replace: true, resetScroll: false, state: {} })
  }, [asked, open, navigate])
}
