import { useNavigate } from '@tanstack/react-router'
import { useTitle } from '../../parts/use-title.ts'
import { paths } from '../../paths.ts'
import { NotFound } from '../../ui/feedback/NotFound.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'

/** Outside the dashboard (rulings AMB-174, 201). */
export function NotFoundPage() {
  useTitle('Not found')
  const navigate = useNavigate()
  return (
    <main>
      <NotFound
        action={
          <PushButton kind="primary" onClick={() => void navigate({ to: paths.dashboard })}>
            Go Back To Dashboard
          </PushButton>
        }
      />
    </main>
  )
}
