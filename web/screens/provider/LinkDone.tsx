import { orders } from '#contract/orders.ts'
import { useLive } from '../../api/queries.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { troubleText } from './DriverTextTrouble.tsx'
import type { Linked } from './use-link.ts'

type LinkDoneProps = Linked & { onClose: () => void }

/** What was said at once, until the text to the driver turns out to have failed. */
export function LinkDone({ id, message, onClose }: LinkDoneProps) {
  const { data: order } = useLive(orders.show, { id })
  const trouble = order?.id === id ? troubleText(order) : null
  return (
    <Notice kind={trouble ? 'warning' : 'success'} onClose={onClose}>
      <b>{id}</b> is linked. {trouble ?? message}
    </Notice>
  )
}
