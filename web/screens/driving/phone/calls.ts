import type { browsers } from '#contract/browsers.ts'
import type { DrivenOrder, Driving, driving, StepAnswer } from '#contract/driving.ts'
import type { people } from '#contract/people.ts'
import type { InputOf, OutputOf } from '#contract/route.ts'
import { answerOf, Refused } from '../../../api/client.ts'

// Not through the contract's table: its schemas and zod would be a third of this page's weight.

/** Timeouts for a bad connection; a picture may need more. */
const patienceMs = 25_000
const pictureMs = 120_000

type Session = OutputOf<typeof people.session>

export const askSession = (): Promise<Session> => answered('/api/session')

export const signIn = (input: InputOf<typeof people.signIn>): Promise<Session> =>
  answered('/api/session', sent('POST', input))

export const signOut = (): Promise<unknown> => answered('/api/session', sent('DELETE', {}))

type Browsers = OutputOf<typeof browsers.list>

export const ringingCalls = {
  list: (): Promise<Browsers> => answered('/api/browsers'),
  ring: (draft: InputOf<typeof browsers.ring>): Promise<unknown> =>
    answered('/api/browsers', sent('PUT', draft)),
  remove: (id: number): Promise<unknown> => answered(`/api/browsers/${id}`, sent('DELETE', {})),
}

export async function askDriving(): Promise<Driving> {
  const answer = await answered<Driving>('/api/requests/driving')
  return { ...answer, now: new Date(answer.now), items: answer.items.map(revived) }
}

export async function sendStep({ id, ...report }: InputOf<typeof driving.step>): Promise<StepAnswer> {
  const { outcome, order } = await answered<StepAnswer>(
    `/api/requests/${encodeURIComponent(id)}/steps`,
    sent('POST', report),
  )
  return { outcome, order: order && revived(order) }
}

export const sendTakeBack = (id: string, stepId: string): Promise<unknown> =>
  answered(`/api/requests/${encodeURIComponent(id)}/steps/${stepId}/undone`, sent('PUT', {}))

export function sendPicture(
  { id, seq, state, name }: Omit<InputOf<typeof driving.picture>, 'fileName'>,
  picture: Blob,
): Promise<unknown> {
  const path = `/api/requests/${encodeURIComponent(id)}/deliveries/${seq}/pictures/${state}/${name}`
  return answered(`${path}?fileName=picture.jpg`, {
    method: 'PUT',
    headers: { 'content-type': picture.type },
    body: picture,
    signal: AbortSignal.timeout(pictureMs),
  })
}

const sent = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function answered<Body>(path: string, init: RequestInit = {}): Promise<Body> {
  const response = await fetch(path, { signal: AbortSignal.timeout(patienceMs), ...init })
  if (!response.ok)
    throw new Refused(response.status, await answerOf(response), response.headers.get('retry-after'))
  // throws if it is no JSON: the sign-in page of a captive portal, say
  return response.json()
}

/** Turns the dates, which cross the wire as text, into dates again. */
const revived = (order: DrivenOrder): DrivenOrder => ({
  ...order,
  pickupAt: new Date(order.pickupAt),
  deadlineAt: new Date(order.deadlineAt),
  deliveries: order.deliveries.map((delivery) => ({
    ...delivery,
    steps: delivery.steps.map(({ step, doneAt }) => ({ step, doneAt: new Date(doneAt) })),
    stop: delivery.stop && { ...delivery.stop, doneAt: new Date(delivery.stop.doneAt) },
  })),
  takeBack: order.takeBack && { ...order.takeBack, until: new Date(order.takeBack.until) },
})
