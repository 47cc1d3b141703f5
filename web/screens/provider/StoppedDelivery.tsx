import { IconHandStop } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { driving } from '#contract/driving.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { type StopDecision, stopDecisions } from '#domain/driving/steps.ts'
import { decisionText, stopWords, whyNotDecide } from '#domain/driving/stopping.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './StoppedDelivery.module.css'

/** Ruling AMB-262: what a driver stopped waits for the provider's word. */
export function StoppedDelivery({ order }: { order: OrderDetail }) {
  return order.stops.map((stop) => <Decision key={stop.id} order={order} stop={stop} />)
}

function Decision({ order, stop }: { order: OrderDetail; stop: OrderDetail['stops'][number] }) {
  const { id, version, deliveries } = order
  const reasonId = useId()
  const [decision, setDecision] = useState<StopDecision>(stop.decision ?? 'new-bag')
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { doing, take } = useOneAtATime<'deciding'>()

  async function decide(event: FormEvent) {
    event.preventDefault()
    const refusal = whyNotDecide(stop, { decision, reason })
    setWrong(refusal && say(stopWords, refusal).text)
    if (refusal) return document.getElementById(reasonId)?.focus()
    await take('deciding', async () => {
      try {
        await call(driving.decide, { id, version, stepId: stop.id, decision, reason })
        showToast({ text: 'The driver is told', kind: 'success' })
      } catch (error) {
        void showAlert(wordsFor(error))
      }
      await queryClient.invalidateQueries({ queryKey: [topicOf(driving.decide)] })
    })
  }

  return (
    <section className={`stack gap-12 ${classes.stopped}`} aria-label="Stopped delivery">
      <p className={classes.title}>
        <IconHandStop size={18} stroke={1.75} aria-hidden />
        <span>
          <strong>
            {deliveries.length > 1 ? `Delivery ${stop.seq} stopped` : 'Stopped'} at {stop.temperature} °C,
            before “{stop.step}”
          </strong>
          <br />
          <bdi>{stop.by}</bdi>{' '}
          {stop.decision === 'return'
            ? 'brings the bags back to the bank. You can still say otherwise.'
            : stop.by === order.driverName
              ? 'waits. Bank and driver are told what you decide.'
              : 'told so, who had the order before. Bank and driver of now are told what you decide.'}
        </span>
      </p>
      <form className="stack gap-12" noValidate onSubmit={(event) => void decide(event)}>
        <Segments
          label="What happens"
          value={decision}
          choices={stopDecisions.map((value) => ({ value, label: decisionText[value] }))}
          onChange={(value) => {
            setDecision(value)
            setWrong(null)
          }}
        />
        <TextField
          id={reasonId}
          label="Reason"
          help={
            decision === 'go-on' ? 'Who allowed it, and why. The driver reads it.' : 'The driver reads it.'
          }
          maxLength={300}
          value={reason}
          error={wrong}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setWrong(null)
          }}
        />
        <PushButton kind="ink" type="submit" loading={doing !== null} loadingLabel="Telling">
          Tell the driver
        </PushButton>
      </form>
    </section>
  )
}
