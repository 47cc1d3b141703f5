import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { browsers } from '#contract/browsers.ts'
import { type OutputOf, topicOf } from '#contract/route.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { call, wordsFor } from '../../api/client.ts'
import { ask, queryClient } from '../../api/queries.ts'
import { ringing } from '../../api/ringing.ts'
import type { Ringing } from '../../parts/ringing.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './OwnAccount.module.css'
import { catchFocus } from './use-own-form.ts'

type Browser = OutputOf<typeof browsers.list>['items'][number]

const sayings: Record<Ringing, string> = {
  on: 'This browser rings for what is urgent, also while no page is open.',
  off: 'This browser does not ring.',
  blocked:
    'This browser forbids it: allow notifications for this page in its settings, then open this page again.',
  unable: 'This browser cannot ring while no page is open.',
}

/** Which browsers ring. The browser asks its own question only when the button was pressed. */
export function RingingPart() {
  const { data } = useQuery({ ...ask(browsers.list, {}), refetchOnMount: 'always' })
  const { state, mark, look } = useHere()
  const [busy, setBusy] = useState<number | 'here' | null>(null)

  async function act(what: number | 'here', doIt: () => Promise<unknown>) {
    setBusy(what)
    try {
      await doIt()
    } catch (error) {
      await showAlert(wordsFor(error))
    }
    await look()
    await queryClient.invalidateQueries({ queryKey: [topicOf(browsers.list)] })
    setBusy(null)
    catchFocus()
  }

  return (
    <FormSection
      title="Browsers that ring"
      help="What is urgent comes to them while no page is open. Signing out there ends it; so do 30 days without you."
    >
      <FormCell span={6}>
        {state && <p role="status">{sayings[state]}</p>}
        {state === 'off' && (
          <PushButton loading={busy === 'here'} onClick={() => void act('here', ringing.turnOn)}>
            Ring in this browser
          </PushButton>
        )}
      </FormCell>
      {data && data.items.length > 0 && (
        <FormCell span={6}>
          <ul aria-label="Browsers that ring">
            {data.items.map((browser) => (
              <BrowserRow
                key={browser.id}
                browser={browser}
                isHere={browser.mark === mark}
                isBusy={busy === browser.id}
                onRemove={() =>
                  void act(browser.id, () =>
                    browser.mark === mark ? ringing.turnOff() : call(browsers.remove, { id: browser.id }),
                  )
                }
              />
            ))}
          </ul>
        </FormCell>
      )}
    </FormSection>
  )
}

function BrowserRow(props: { browser: Browser; isHere: boolean; isBusy: boolean; onRemove: () => void }) {
  const { id, device, addedAt } = props.browser
  return (
    <li className={`row gap-16 ends ${classes.session}`}>
      <span id={`browser-${id}`} className={`stack shrinks ${classes.device}`}>
        <strong>{device}</strong>
        <span className="muted">since {showDateTime(addedAt)}</span>
      </span>
      <span className="row gap-8">
        {props.isHere && <Badge kind="green">This one</Badge>}
        <PushButton
          size="xs"
          loading={props.isBusy}
          aria-describedby={`browser-${id}`}
          onClick={props.onRemove}
        >
          Remove
        </PushButton>
      </span>
    </li>
  )
}

function useHere() {
  const [here, setHere] = useState<{ state: Ringing; mark: string | null } | null>(null)
  const look = useCallback(async () => {
    // what is not known is not shown
    const state = await ringing.look().catch(() => null)
    if (state) setHere({ state, mark: await ringing.markHere() })
  }, [])
  useEffect(() => void look(), [look])
  return { state: here?.state, mark: here?.mark ?? null, look }
}
