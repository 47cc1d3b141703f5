import type { StepReport } from '#domain/driving/reporting.ts'
import { pictureStateOf } from '#domain/driving/steps.ts'
import {
  isSamePicture,
  uncheckedReason,
  type WaitingPicture,
  type WaitingStep,
} from '#domain/driving/waiting.ts'
import { signOut as endSession, signIn as openSession, sendTakeBack } from './calls.ts'
import type { Entry } from './device-store.ts'
import { enter, forget, keepEntry, ownQueue, phone, removeEntry } from './phone.ts'
import { ringing } from './ringing.ts'
import { shrink } from './shrink.ts'
import { sync } from './syncing.ts'

/** Redirects as everywhere: only drivers stay on this page. */
export async function signIn(email: string, password: string): Promise<'in' | 'asks-for-code'> {
  const { actor } = await openSession({ email: email.trim(), password })
  if (!actor) return 'asks-for-code'
  if (actor.kind !== 'driver') {
    location.replace('/dashboard')
    return 'in'
  }
  await enter({ accountId: actor.accountId, email: actor.email, displayName: actor.displayName })
  void sync()
  return 'in'
}

export async function signOut(): Promise<void> {
  await endSession()
  await ringing.leave().catch(() => undefined)
  // half-filled forms
  sessionStorage.clear()
  await forget()
}

export type StepTold = Pick<
  StepReport,
  'seq' | 'step' | 'temperature' | 'receiver' | 'code' | 'noCodeReason' | 'allowedBy' | 'isStop'
> & {
  orderId: string
}

/** Done now, or mended: then it keeps its place and the time when it was done. Ends when the server has judged it. */
export async function tell(told: StepTold, mended: WaitingStep | null): Promise<void> {
  const before = ownQueue(phone.get()).find((one) => one.kind === 'step' && one.stepId === mended?.stepId)
  const { stepId, doneAt } = mended ?? { stepId: newStepId(), doneAt: new Date() }
  const step: WaitingStep = { kind: 'step', stepId, doneAt, refusal: null, ...told }
  await keepEntry(step, before?.place)
  await sync()
}

/** A step told by mistake, which the server has. Needs a signal: two minutes are soon over. */
export async function takeBack(orderId: string, stepId: string): Promise<void> {
  try {
    await sendTakeBack(orderId, stepId)
  } finally {
    await sync()
  }
}

/** The way out where nobody can check a code: the picture stands for it, and the code is told beside it. */
export async function showInstead(unchecked: WaitingStep, file: File): Promise<void> {
  const { orderId, seq, step, temperature, receiver, code, allowedBy } = unchecked
  await addPicture({ orderId, seq, state: pictureStateOf[step], name: 'HandOver' }, file)
  const told = { orderId, seq, step, temperature, receiver, code, allowedBy, noCodeReason: uncheckedReason }
  await tell(told, unchecked)
}

export async function addPicture(
  picture: Pick<WaitingPicture, 'orderId' | 'seq' | 'state' | 'name'>,
  file: File,
): Promise<void> {
  const blob = await shrink(file)
  const waiting: WaitingPicture & Pick<Entry, 'blob'> = { kind: 'picture', refusal: null, ...picture, blob }
  // one that is being sent just now is not stopped: the later one replaces it on the server
  await keepEntry(waiting)
  const refused = ownQueue(phone.get()).filter(
    (one) => one.kind === 'picture' && one.refusal && one.orderId === picture.orderId,
  )
  for (const one of refused) if (one.kind === 'picture' && isSamePicture(one, picture)) await removeEntry(one)
  void sync()
}

/** As `crypto.randomUUID`, which is there only where the page is served over TLS. */
function newStepId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
