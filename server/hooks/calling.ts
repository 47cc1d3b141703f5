import type { AllowedNetworks } from '#domain/basics/outgoing.ts'
import { certificateFault, type Fault } from '#domain/hooks/showing.ts'
import { NotCalled, type Outgoing, outgoingTo } from '../platform/outgoing/outgoing.ts'

export type Tried = {
  code: number | null
  fault: Fault | null
  tookMs: number
  /** As it was said. */
  retryAfter: string | null
}

/** Of an answer more is not read. */
const mostBytes = 65_536

export const hookCalls = (networks: AllowedNetworks): Outgoing => outgoingTo(networks, { mostBytes })

/** What came of one call; it never throws. Of the answer its code counts, and when to come back. */
export async function tryCall(outgoing: Outgoing, make: () => Parameters<Outgoing>[0]): Promise<Tried> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  const call = orNull(make)
  if (call === null) return { code: null, fault: 'no-secret', tookMs: 0, retryAfter: null }
  try {
    const { status, retryAfter } = await outgoing(call)
    return { code: status, fault: null, tookMs: took(), retryAfter }
  } catch (error) {
    return { code: null, fault: faultOf(error), tookMs: took(), retryAfter: null }
  }
}

/** With another secret of the server those of its hooks cannot be read. */
function orNull<Made>(make: () => Made): Made | null {
  try {
    return make()
  } catch {
    return null
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof NotCalled) return 'not-called'
  const fault = certificateFault(String(Object(error).code))
  if (fault) return fault
  return String(error).includes('no answer within') ? 'no-answer' : 'no-connection'
}
