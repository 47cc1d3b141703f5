import { RequestId } from '#domain/requests/request.ts'
import { BenchList } from './BenchList.tsx'
import { NotOnBench, OneOrder } from './OneOrder.tsx'

/** From a linked order to the signed issue: the list, and one level further down one order with its patient. */
export function BenchScreen({ title, detail }: { title: string; detail?: string | undefined }) {
  if (detail === undefined) return <BenchList title={title} />
  const { data: id } = RequestId.safeParse(detail.trim().toLowerCase())
  // another order is another page: nothing of the patient before may stay in view
  return id === undefined ? <NotOnBench /> : <OneOrder key={id} id={id} />
}
