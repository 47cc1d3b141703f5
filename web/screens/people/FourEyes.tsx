import { useState } from 'react'
import { requests } from '#contract/requests.ts'
import { fourEyesText } from '#domain/requests/four-eyes.ts'
import { call, wordsFor } from '../../api/client.ts'
import { ask, queryClient, useLive } from '../../api/queries.ts'
import { NotYet } from '../../parts/NotYet.tsx'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import classes from './People.module.css'

/** Ruling AMB-294: a hospital's admins choose whether who raised a request may approve it. */
export function FourEyes() {
  const asked = useLive(requests.fourEyes, {})
  const [choosing, setChoosing] = useState<boolean | null>(null)

  async function choose(isNeeded: boolean) {
    if (choosing !== null) return
    setChoosing(isNeeded)
    try {
      queryClient.setQueryData(
        ask(requests.fourEyes, {}).queryKey,
        await call(requests.setFourEyes, { isNeeded }),
      )
      showToast({ text: isNeeded ? 'Another Admin Approves' : 'Who Raised May Approve', kind: 'success' })
    } catch (error) {
      await showAlert(wordsFor(error))
    }
    setChoosing(null)
  }

  return (
    <section className={`stack gap-6 ${classes.fourEyes}`} aria-labelledby="four-eyes-title">
      <h2 id="four-eyes-title" className="subheading">
        Four eyes
      </h2>
      {asked.data ? (
        <>
          <CheckBox
            label="Whoever wrote a request last, raised or amended, may not approve it"
            checked={choosing ?? asked.data.isNeeded}
            onChange={(event) => void choose(event.currentTarget.checked)}
            aria-describedby="four-eyes-help"
          />
          <p id="four-eyes-help" className="muted">
            {fourEyesText(asked.data)}
          </p>
        </>
      ) : (
        <NotYet asked={asked} height={48} />
      )}
    </section>
  )
}
