import { useTitle } from '../../parts/use-title.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './FailedPage.module.css'

/** When a page cannot be shown at all: no server, or a build that is no longer there. */
export function FailedPage() {
  useTitle('Not loaded')
  return (
    <main className={`row gap-12 ${classes.page}`}>
      <h1 className={classes.title}>The page did not load</h1>
      <p className={classes.text}>
        The server could not be reached, or it was just renewed. Nothing you saved is lost.
      </p>
      <PushButton kind="primary" onClick={() => location.reload()}>
        Try again
      </PushButton>
    </main>
  )
}
