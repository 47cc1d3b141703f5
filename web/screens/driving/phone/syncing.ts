import type { DrivenOrder } from '#contract/driving.ts'
import {
  goneFrom,
  isDelivered,
  type NotTaken,
  nextToSend,
  type Sent,
  toTellAgain,
  verdictOn,
} from '#domain/driving/waiting.ts'
import { Refused } from '../../../api/client.ts'
import { askDriving, askSession, sendPicture, sendStep } from './calls.ts'
import type { Account, Entry } from './device-store.ts'
import {
  addNews,
  catchUp,
  change,
  enter,
  keepOrders,
  leave,
  markNotTaken,
  ownQueue,
  phone,
  readQueue,
  removeEntry,
  whoIsHere,
} from './phone.ts'

let running: Promise<void> | null = null
let next: Promise<void> | null = null

/** Sends the queue, then fetches the orders. One run at a time; calls meanwhile share the next run. */
export function sync(): Promise<void> {
  if (!running) {
    running = aloneOnThisPhone(run).finally(() => {
      running = null
    })
    return running
  }
  next ??= running.then(() => {
    next = null
    return sync()
  })
  return next
}

/** Two tabs must not send the same thing at the same time. Without TLS there are no locks, and no service worker. */
const aloneOnThisPhone = (act: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('driving', act) : act()

/** Ends the run if somebody else signed in, or this driver signed out, while an answer was awaited. */
function stay(accountId: string | null): void {
  if (whoIsHere() !== accountId) throw new Error('the driver has left')
}

async function run(): Promise<void> {
  let who = whoIsHere()
  change({ triedAt: new Date() })
  try {
    const { actor } = await askSession()
    stay(who)
    change({ isReached: true })
    if (!actor) return leave()
    if (actor.kind !== 'driver') return location.replace('/dashboard')
    const account = { accountId: actor.accountId, email: actor.email, displayName: actor.displayName }
    await enter(account)
    who = account.accountId
    await catchUp(account)
    if (await sendAll(account)) await ask(account)
  } catch (error) {
    if (whoIsHere() !== who) return
    if (error instanceof Refused && error.status === 401) return leave()
    change({ isReached: error instanceof Refused && error.status < 500 })
  }
}

/** Until then the server asked not to be sent anything; not by the phone's clock, which may be set back meanwhile. */
let restUntil = 0

function restFor(seconds: number): void {
  const until = performance.now() + seconds * 1_000
  restUntil = until
  setTimeout(() => {
    // a timer may be a moment early, and nothing would come after it
    if (restUntil === until) restUntil = 0
    void sync()
  }, seconds * 1_000)
}

/** In order, one by one. False if something has to be tried later. */
async function sendAll(account: Account): Promise<boolean> {
  try {
    for (;;) {
      const own = (await readQueue()).filter(({ accountId }) => accountId === account.accountId)
      const entry = nextToSend(own)
      if (!entry) return true
      if (performance.now() < restUntil) return false
      stay(account.accountId)
      change({ isSending: true })
      if (!(await sendOne(account, entry))) return false
    }
  } finally {
    change({ isSending: false })
  }
}

async function sendOne(account: Account, entry: Entry): Promise<boolean> {
  const { sent, order = null, refused = null, retryAfter = null } = await send(entry)
  // it stays in the queue: sent again, it is the same report
  stay(account.accountId)
  change({ isReached: sent.kind !== 'unanswered' })
  const verdict = verdictOn(sent)
  if (verdict === 'later') {
    if (retryAfter !== null) restFor(retryAfter)
    return false
  }
  if (verdict === 'sign-in') {
    leave()
    return false
  }
  if (verdict === 'not-taken' && refused) {
    await markNotTaken(entry, refused)
    return true
  }
  if (verdict === 'not-kept') await addNews(account, { orderId: entry.orderId, kind: 'notKept', steps: [] })
  if (verdict === 'kept-aside') await tellKeptAside(account, entry, sent)
  // store the outcome before removing it from the queue: if the page dies in between, nothing is lost from sight
  if (order) await takeOver(order)
  await removeEntry(entry)
  return true
}

type Answered = {
  sent: Sent
  order?: DrivenOrder | null
  refused?: NotTaken
  retryAfter?: number | null
}

async function send(entry: Entry): Promise<Answered> {
  try {
    if (entry.kind === 'picture') {
      const { orderId: id, seq, state, name, blob = new Blob() } = entry
      await sendPicture({ id, seq, state, name }, blob)
      return { sent: { kind: 'taken', outcome: 'done' } }
    }
    const { orderId: id, stepId, seq, step, doneAt, temperature, receiver, code, noCodeReason } = entry
    const { allowedBy, isStop } = entry
    const said = { temperature, receiver, code, noCodeReason, allowedBy, isStop }
    const report = { stepId, seq, step, doneAt, ...said }
    const { outcome, order } = await sendStep({ id, ...report, sentAt: new Date() })
    return { sent: { kind: 'taken', outcome }, order }
  } catch (error) {
    // a proxy's error is not the server's: the report is kept and sent again
    if (!(error instanceof Refused) || error.answer.code === 'unexpected')
      return { sent: { kind: 'unanswered' } }
    const { status, answer, retryAfter } = error
    const { code, text, values } = answer
    return { sent: { kind: 'refused', status, code }, refused: { code, text, values }, retryAfter }
  }
}

/** Replaces the order by what the server has now. */
async function takeOver(order: DrivenOrder): Promise<void> {
  const { driving, delivered } = phone.get()
  if (!driving) return
  const items = driving.items.map((one) => (one.id === order.id ? order : one))
  const isWhole = isDelivered(order.deliveries)
  await keepOrders({ ...driving, items }, isWhole ? { delivered: [...delivered, order] } : {})
}

/** The order leaves the page at once: there is nothing more to do for it. */
async function tellKeptAside(account: Account, { orderId, ...entry }: Entry, sent: Sent): Promise<void> {
  const kind = sent.kind === 'taken' && sent.outcome === 'closed' ? 'closed' : 'reassigned'
  const hasStopped = entry.kind === 'step' && entry.isStop === true
  const steps = entry.kind === 'step' && !hasStopped ? [entry.step] : []
  await addNews(account, { orderId, kind, steps, hasStopped })
  const { driving } = phone.get()
  if (driving) await keepOrders({ ...driving, items: driving.items.filter(({ id }) => id !== orderId) })
}

async function ask(account: Account): Promise<void> {
  const { driving: before, delivered, news } = phone.get()
  const askedAt = Date.now()
  const driving = await askDriving()
  stay(account.accountId)
  const arrivedAt = Date.now()
  for (const { id } of goneFrom(before?.items ?? [], driving.items)) {
    const isKnown = news.some(({ orderId }) => orderId === id) || delivered.some((one) => one.id === id)
    if (!isKnown) await addNews(account, { orderId: id, kind: 'gone', steps: [] })
  }
  const whole = (before?.items ?? []).filter(
    ({ id, deliveries }) => isDelivered(deliveries) && !driving.items.some((one) => one.id === id),
  )
  await keepOrders(driving, {
    // the answer was made somewhere between asking and its arrival
    aheadMs: driving.now.getTime() - (askedAt + arrivedAt) / 2,
    seenAt: driving.now,
    isReached: true,
    delivered: [...delivered.filter(({ id }) => !whole.some((one) => one.id === id)), ...whole],
  })
  await tellAgain(toTellAgain(ownQueue(phone.get()), driving.items))
}

/** Once each: a report that is refused every time would be sent for ever. */
const toldAgain = new Set<string>()

async function tellAgain(entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) {
    if (entry.kind !== 'step' || toldAgain.has(entry.stepId)) continue
    toldAgain.add(entry.stepId)
    await markNotTaken(entry, null)
    void sync()
  }
}

export const hasToSend = (): boolean => nextToSend(ownQueue(phone.get())) !== null
