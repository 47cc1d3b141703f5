import type { DrivenOrder, Driving, driving, StepAnswer } from '#contract/driving.ts'
import type { people } from '#contract/people.ts'
import type { InputOf, OutputOf } from '#contract/route.ts'
import { answerOf, Refused } from '../../api/client.ts'

// Not by the table of the contract: the shapes and their library would be a third of what this page weighs.

/** So long a bad line is waited for; a picture may need more. */
const patienceMs = 25_000
const pictureMs = 120_000

type Session = OutputOf<typeof people.session>

export const askSession = (): Promise<Session> => answered('/api/session')

export const signIn = (input: InputOf<typeof people.signIn>): Promise<Session> =>
  answered('/api/session', sent('POST', input))

export const signOut = (): Promise<unknown> => answered('/api/session', sent('DELETE', {}))

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
  // what is no JSON is not the server's: a network that wants to be signed in to answers with a page of its own
  return response.json()
}

/** As dates again what crosses the wire as text. */
const revived = (order: DrivenOrder): DrivenOrder => ({
  ...order,
  pickupAt: new Date(order.pickupAt),
  deadlineAt: new Date(order.deadlineAt),
  deliveries: order.deliveries.map((delivery) => ({
    ...delivery,
    steps: delivery.steps.map(({ step, doneAt }) => ({ step, doneAt: new Date(doneAt) })),
  })),
})
