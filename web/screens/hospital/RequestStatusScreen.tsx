import { PageHead } from '../../ui/PageHead.tsx'

export function RequestStatusScreen({ title }: { title: string }) {
  return <PageHead title={title} />
}
