import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Ringing } from '../../parts/ringing.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { ringing } from './phone/ringing.ts'
import classes from './RingMe.module.css'
import { useSaid } from './use-words.ts'

/** Whether this phone rings while the page is closed. The browser asks its own question only when this was pressed. */
export function RingMe() {
  const { words } = useSaid()
  const [state, setState] = useState<Ringing | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    ringing.look().then(setState, () => undefined)
  }, [])

  async function press() {
    setBusy(true)
    setFailed(false)
    try {
      setState(await (state === 'on' ? ringing.turnOff() : ringing.turnOn()))
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }

  if (state === null || state === 'unable') return null
  return (
    <section className={`stack gap-12 ${classes.ring}`}>
      <p role="status">{isFailed ? words.ring.failed : words.ring[state]}</p>
      {state !== 'blocked' && (
        <PushButton
          wide
          loading={isBusy}
          icon={
            state === 'on' ? (
              <IconBellOff size={20} stroke={1.75} aria-hidden />
            ) : (
              <IconBell size={20} stroke={1.75} aria-hidden />
            )
          }
          onClick={() => void press()}
        >
          {state === 'on' ? words.ring.turnOff : words.ring.turnOn}
        </PushButton>
      )}
    </section>
  )
}
