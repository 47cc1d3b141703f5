import { useMemo } from 'react'
import { members, type Person } from '#contract/members.ts'
import { type InputOf, type Route, topicOf } from '#contract/route.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

export type PersonActs = {
  /** `stop 1234`: which is under way. */
  busy: string | null
  sendAgain(person: Person): void
  withdraw(person: Person): void
  setRole(person: Person): void
  stop(person: Person): void
  letIn(person: Person): void
}

/** One act at a time; what the server says against it is an alert. */
export function usePersonAct(): PersonActs {
  const { doing, take } = useOneAtATime<string>()
  return useMemo(() => {
    const act = <R extends Route>(name: string, route: R, input: InputOf<R>, done: string) =>
      void take(name, () => send(route, input, done))
    return {
      busy: doing,
      sendAgain: ({ id }) => act(`again ${id}`, members.inviteAgain, { id }, 'Invitation Sent'),
      withdraw: ({ id }) => act(`withdraw ${id}`, members.withdraw, { id }, 'Invitation Withdrawn'),
      setRole: ({ id: accountId, role: seen }) => {
        const role = seen === 'admin' ? 'staff' : 'admin'
        act(`role ${accountId}`, members.setRole, { accountId, role, seen }, 'Role Changed')
      },
      stop: ({ id, name }) =>
        void take(`stop ${id}`, async () => {
          const answer = await showAlert({
            title: `Stop ${name}?`,
            text: 'Their sessions here end within seconds, and they cannot sign in for you again until you let them in. Their open work stays, and so does their name in the trail.',
            ok: 'Leave it',
            action: { label: 'Stop' },
          })
          if (answer === 'action') await send(members.stop, { accountId: id }, 'Stopped')
        }),
      letIn: ({ id }) => act(`let in ${id}`, members.letIn, { accountId: id }, 'Let In Again'),
    }
  }, [doing, take])
}

async function send<R extends Route>(route: R, input: InputOf<R>, done: string): Promise<void> {
  try {
    await call(route, input)
    showToast({ text: done, kind: 'success' })
  } catch (error) {
    await showAlert(wordsFor(error))
  }
  await queryClient.invalidateQueries({ queryKey: [topicOf(members.list)] })
}
