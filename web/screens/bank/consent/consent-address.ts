import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

/** The form that is open stands in the address, so that the browser's back button leads to the list. */
export function useOpenForm() {
  const router = useRouter()
  const navigate = useNavigate()
  const { search, isFromList } = useLocation({
    select: ({ search, state }) => ({ search, isFromList: state.isFromList }),
  })
  return {
    id: (search as { form?: string }).form ?? null,
    close: () => (isFromList ? router.history.back() : void navigate({ to: '.', search: {} })),
    open: (id: string) => void navigate({ to: '.', search: searchFor(id), state: { isFromList: true } }),
  }
}

/** For a link to a form. */
export const searchFor = (id: string) => ({ form: id }) as never
