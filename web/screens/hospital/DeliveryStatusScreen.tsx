import { PageHead } from '../../ui/PageHead.tsx'

export function DeliveryStatusScreen({ title }: { title: string }) {
  return <PageHead title={title} />
}
