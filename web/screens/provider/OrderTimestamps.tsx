import { orders } from '#contract/orders.ts'
import { useLive } from '../../api/queries.ts'
import { TimestampsPopup } from '../../parts/life/TimestampsPopup.tsx'

type OrderTimestampsProps = { id: string; opened: boolean; onClose: () => void }

/** Ruling AMB-76. */
export function OrderTimestamps({ id, opened, onClose }: OrderTimestampsProps) {
  const asked = useLive(orders.show, { id }, { enabled: opened })
  return <TimestampsPopup opened={opened} onClose={onClose} id={id} asked={asked} />
}
