import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

/** The form that is open stands in the address, so that the browser's back button leads to the list. */
export function useOpenForm() {
  const router = useRouter()
  const navigate = useNavigate()
  const { searchStr, isFromList } = useLocation({
    select: ({ searchStr, state }) => ({ searchStr, isFromList: state.isFromList }),
  })
  return {
    // not as the router reads it: it takes some ids for numbers
    id: new URLSearchParams(searchStr).get('form')?.replaceAll('"', '') ?? null,
    close: () => (isFromList ? router.history.back() : void navigate({ to: '.', search: {} })),
    open: (id: string) => void navigate({ to: '.', search: searchFor(id), state: { isFromList: true } }),
  }
}

/** For a link to a form. */
export const searchFor = (id: string) => ({ form: id }) as never
