import { PageHead } from '../../ui/PageHead.tsx'

export function LiveStatusScreen({ title }: { title: string }) {
  return <PageHead title={title} />
}
