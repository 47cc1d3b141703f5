import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { people } from '#contract/people.ts'
import { type OutputOf, topicOf } from '#contract/route.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { deviceOf } from '#domain/people/device.ts'
import { call, wordsFor } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './OwnAccount.module.css'
import { catchFocus } from './use-own-form.ts'

type Session = OutputOf<typeof people.sessions>['items'][number]

/** `ends`: when a session does so by itself. */
export function SessionsPart({ ends }: { ends: string }) {
  const { data, isError, refetch } = useQuery({ ...ask(people.sessions, {}), refetchOnMount: 'always' })
  const { busy, end } = useEnding()
  const others = data?.items.filter(({ isThisOne }) => !isThisOne) ?? []
  const inOrder = [...(data?.items.filter(({ isThisOne }) => isThisOne) ?? []), ...others]
  return (
    <FormSection title="Sessions" help={`Where you are signed in now. A session ends by itself ${ends}.`}>
      <FormCell span={6}>
        {isError && !data && (
          <p className={`row wrap ${classes.failed}`}>
            The sessions did not load.
            <PushButton size="xs" onClick={() => void refetch()}>
              Try again
            </PushButton>
          </p>
        )}
        <ul aria-label="Sessions" aria-busy={!data && !isError}>
          {inOrder.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={busy === session.id}
              onEnd={() => end(session)}
            />
          ))}
        </ul>
      </FormCell>
      {others.length > 0 && (
        <FormCell span={6}>
          <PushButton size="sm" loading={busy === 'others'} onClick={() => end('others')}>
            End all others
          </PushButton>
        </FormCell>
      )}
    </FormSection>
  )
}

function SessionRow(props: { session: Session; isBusy: boolean; onEnd: () => void }) {
  const { id, device, startedAt, isThisOne } = props.session
  const rowId = `session-${id}`
  return (
    <li className={`row gap-16 ends ${classes.session}`}>
      <span id={rowId} className={`stack shrinks ${classes.device}`}>
        <strong title={device}>{deviceOf(device)}</strong>
        <span className="muted">since {showDateTime(startedAt)}</span>
      </span>
      {isThisOne ? (
        <Badge kind="green">This one</Badge>
      ) : (
        <PushButton size="xs" loading={props.isBusy} aria-describedby={rowId} onClick={props.onEnd}>
          End
        </PushButton>
      )}
    </li>
  )
}

function useEnding() {
  const [busy, setBusy] = useState<string | null>(null)

  async function end(what: Session | 'others') {
    if (busy) return
    setBusy(what === 'others' ? what : what.id)
    try {
      if (what === 'others') await call(people.endOtherSessions, {})
      else await call(people.endSession, { id: what.id })
      showToast({ text: what === 'others' ? 'Sessions Ended' : 'Session Ended', kind: 'success' })
    } catch (error) {
      await showAlert(wordsFor(error))
    }
    await queryClient.invalidateQueries({ queryKey: [topicOf(people.sessions)] })
    setBusy(null)
    catchFocus()
  }

  return { busy, end: (what: Session | 'others') => void end(what) }
}
