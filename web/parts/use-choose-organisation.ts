import { useNavigate } from '@tanstack/react-router'
import { wordsFor } from '../api/client.ts'
import { chooseOrganisation } from '../api/session.ts'
import { paths } from '../paths.ts'
import { showAlert } from '../ui/feedback/alert-store.ts'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'

/** Acts for another organisation from now on, and begins at its home view. */
export function useChooseOrganisation() {
  const navigate = useNavigate()
  const { doing, take } = useOneAtATime<string>()

  async function choose(id: number) {
    try {
      await chooseOrganisation(id)
      // by the root, which asks who is here: everything of the organisation before is gone
      await navigate({ to: paths.signIn })
    } catch (error) {
      await showAlert(wordsFor(error))
    }
  }

  return { busy: doing, choose: (id: number) => void take(String(id), () => choose(id)) }
}
