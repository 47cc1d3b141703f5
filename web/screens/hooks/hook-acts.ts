import { type Hook, hooks, type Tried } from '#contract/hooks.ts'
import { topicOf } from '#contract/route.ts'
import { isTaken } from '#domain/hooks/retrying.ts'
import { faultText } from '#domain/hooks/showing.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import type { Shown } from './use-hook-form.ts'

const lookAgain = () => queryClient.invalidateQueries({ queryKey: [topicOf(hooks.list)] })

/** What a call answered, or why it has no answer. */
export const answerText = ({ code, fault }: Pick<Tried, 'code' | 'fault'>): string =>
  code === null ? (fault === null ? '–' : faultText[fault]) : String(code)

/** Says what went wrong, and looks again in any case. Null: it did. */
async function done<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await act()
  } catch (error) {
    await showAlert(wordsFor(error))
    return null
  } finally {
    void lookAgain()
  }
}

export async function tryIt({ id }: Hook): Promise<void> {
  const tried = await done(() => call(hooks.tryIt, { id }))
  if (!tried) return
  const answer = answerText(tried)
  const text = `It answered ${answer} after ${tried.tookMs} ms.`
  await showAlert(
    isTaken(tried.code)
      ? { title: 'Taken', text, kind: 'success' }
      : {
          title: 'Not Taken',
          text:
            tried.code === null
              ? `${answer.slice(0, 1).toUpperCase()}${answer.slice(1)} (after ${tried.tookMs} ms).`
              : `${text} Only an answer from 200 to 299 counts as taken.`,
        },
  )
}

export async function switchHook({ id, version, state, url }: Hook): Promise<void> {
  const isOn = state !== 'on'
  if (!isOn) {
    const answer = await showAlert({
      title: 'Switch this hook off?',
      text: `Nothing more is sent to ${new URL(url).host}, and what still waits is given up. Switched on again it hears of what happens from then on; a day can be replayed.`,
      ok: 'Leave it on',
      action: { label: 'Switch off' },
    })
    if (answer !== 'action') return
  }
  if (await done(() => call(hooks.switch, { id, version, isOn })))
    showToast({ text: isOn ? 'Hook Switched On' : 'Hook Switched Off', kind: 'success' })
}

export async function turnSecret({ id, version }: Hook): Promise<Shown | null> {
  const answer = await showAlert({
    title: 'Make a new secret?',
    text: 'Every call is signed with both for 24 hours, and then with the new one alone. Until then your system has to know it.',
    ok: 'Leave it',
    action: { label: 'New secret' },
  })
  return answer === 'action' ? done(() => call(hooks.turn, { id, version })) : null
}

export async function replay({ id }: Hook, from: Date): Promise<void> {
  const answer = await done(() => call(hooks.replay, { id, from }))
  if (!answer) return
  const { deliveries } = answer
  showToast({
    text: deliveries === 0 ? 'Nothing Happened On That Day' : `${deliveries} Sent Once More`,
    kind: 'success',
  })
}
