import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../api/session.ts'
import { paths } from '../paths.ts'

/** §2.1: signs out and returns to the root. When that fails the person stays where they are (ruling AMB-177). */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    signOut().then(
      () => navigate({ to: paths.signIn }),
      // biome-ignore lint/suspicious/noConsole: §2.1: a sign-out failure is only logged
      (error) => console.error('Signing out failed', error),
    )
  }
}
