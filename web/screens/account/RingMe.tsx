import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hearing, type Rung } from '#contract/hearing.ts'
import { keptWhy } from '#domain/messages/showing.ts'
import { call, wordsFor } from '../../api/client.ts'
import { ask } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'

type Item = Rung['items'][number]

/** One message to oneself by each way that is on, and what became of it. */
export function RingMe() {
  const [first, setFirst] = useState<Rung | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { data: rung = first } = useQuery({
    ...ask(hearing.rung, { id: first?.id ?? 1 }),
    enabled: first !== null && first.items.length > 0,
    refetchInterval: ({ state }) => (state.data && !state.data.items.some(isWaiting) ? false : 2_000),
  })

  async function ring() {
    setIsBusy(true)
    try {
      setFirst(await call(hearing.ring, {}, { key: crypto.randomUUID() }))
    } catch (error) {
      await showAlert(wordsFor(error))
    }
    setIsBusy(false)
  }

  return (
    <div className="stack gap-8">
      <p className="muted">Sends one of each to you alone, where you ticked it for anything.</p>
      <div>
        <PushButton
          icon={<IconBellRinging size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          loadingLabel="Ringing"
          onClick={() => void ring()}
        >
          Ring me now
        </PushButton>
      </div>
      <div role="status">
        {rung?.items.length === 0 && (
          <p>There is no browser that rings, and neither Mail nor SMS is ticked, so nothing was sent.</p>
        )}
        {rung?.items.map((item) => (
          <p key={`${item.way} ${item.to}`}>
            {wayNames[item.way]} to <bdi>{item.to}</bdi>: {became(item)}
          </p>
        ))}
      </div>
    </div>
  )
}

const wayNames = { mail: 'Mail', sms: 'SMS', push: 'Push' } as const

const isWaiting = ({ state }: Item): boolean => state === 'waiting'

function became({ way, state }: Item): string {
  if (state === 'sent') return 'sent.'
  if (state === 'waiting') return 'on its way.'
  return state === 'kept' ? `not sent, ${keptWhy[way]}.` : 'it could not be sent.'
}
