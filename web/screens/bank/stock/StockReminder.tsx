import { useState } from 'react'
import { stock } from '#contract/stock.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { ask, queryClient, useLive } from '../../../api/queries.ts'
import { useSending } from '../../../parts/use-sending.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import classes from './StockReminder.module.css'

/** When the bank is told, once a day, that a count is older than a day. One time for all four components. */
export function StockReminder() {
  const { data } = useLive(stock.reminder, {})
  const [typed, setTyped] = useState<string | null>(null)
  const { doing, send, keyFor } = useSending<'sending'>((error) => showAlert(wordsFor(error)), undefined)
  if (!data) return null
  const time = typed ?? data.time

  const save = () =>
    send(async () => {
      const saved = await call(stock.setReminder, { time }, { key: keyFor([time]) })
      queryClient.setQueryData(ask(stock.reminder, {}).queryKey, saved)
      setTyped(null)
      showToast({ text: `You are reminded at ${saved.time} from now on`, kind: 'success' })
    })

  return (
    <Form className="readable" label="Reminder" onSubmit={() => void save()}>
      <div className={`row wrap ${classes.reminder}`}>
        <p className="muted">If a count is older than 24 hours, we remind you once a day by mail and text.</p>
        <TimeField label="Remind us at" id="stock-reminder-time" value={time} onChange={setTyped} />
        <PushButton
          type="submit"
          disabled={time === '' || time === data.time}
          loading={doing !== null}
          loadingLabel="Saving"
        >
          Save time
        </PushButton>
      </div>
    </Form>
  )
}
