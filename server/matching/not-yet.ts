import type { matching } from '#contract/matching.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound } from '../platform/http/refuse.ts'

const later = () => {
  throw notFound()
}

/** Calls that are promised and not answered yet. */
export const notYet: Handlers<
  Omit<typeof matching, 'orders' | 'open' | 'answer' | 'receiveSample' | 'recordFindings'>
> = {
  choices: later,
  hold: later,
  letGo: later,
  recordMatch: later,
  issue: later,
  propose: later,
  decide: later,
  correctGroup: later,
  handOver: later,
}
