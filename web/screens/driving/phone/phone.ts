import type { DrivenOrder, Driving } from '#contract/driving.ts'
import { type NotTaken, type OrderShown, stillTold, type Waiting } from '#domain/driving/waiting.ts'
import { makeStore } from '../../../ui/store.ts'
import {
  type Account,
  type DeviceStore,
  type Entry,
  type KeptOrders,
  type News,
  openDeviceStore,
} from './device-store.ts'

/** An order as it will be once the queue is sent. */
export type Shown = OrderShown<DrivenOrder>

export type PhoneState = {
  phase: 'opening' | 'signed-out' | 'open'
  account: Account | null
  /** As the server said it last; null until it did once. */
  driving: Driving | null
  seenAt: Date | null
  /** By how much the server's clock is ahead of the phone's. */
  aheadMs: number
  /** Of everybody who used this phone, in order. */
  queue: readonly Entry[]
  news: readonly News[]
  /** Lately delivered in full with this phone; the server does not list them any more. */
  delivered: readonly DrivenOrder[]
  /** Whether the server answered last time; null before the first time. */
  isReached: boolean | null
  /** When it was asked last, by the phone's clock. */
  triedAt: Date | null
  isSending: boolean
  isLasting: boolean
}

export const phone = makeStore<PhoneState>({
  phase: 'opening',
  account: null,
  driving: null,
  seenAt: null,
  aheadMs: 0,
  queue: [],
  news: [],
  delivered: [],
  isReached: null,
  triedAt: null,
  isSending: false,
  isLasting: true,
})

export const change = (part: Partial<PhoneState>): void => phone.set({ ...phone.get(), ...part })

let store: DeviceStore
/** Where the disk is full: better in memory than nowhere. */
let unkept: Entry[] = []

const lastAccount = 'driving-account'

/** The account that is signed in, in whichever tab; null once signed out. */
export const whoIsHere = (): string | null => localStorage.getItem(lastAccount)

/** Shows what was seen last, before anything is asked. */
export async function openPhone(): Promise<void> {
  store = await openDeviceStore()
  // the page may be open twice
  changed.onmessage = async () => change({ queue: await readQueue() })
  change({ isLasting: store.isLasting, queue: await readQueue() })
  const accountId = whoIsHere()
  const kept = accountId && (await store.get('orders', accountId))
  if (kept) await show(kept)
}

/** Somebody is signed in: the orders that this phone knows of them, and nobody else's. */
export async function enter(account: Account): Promise<void> {
  if (phone.get().account?.accountId === account.accountId && phone.get().phase === 'open') return
  localStorage.setItem(lastAccount, account.accountId)
  // asks the browser not to evict the queue when it runs out of space
  void navigator.storage?.persist?.()
  await show((await store.get('orders', account.accountId)) ?? account)
}

async function show(kept: KeptOrders | Account): Promise<void> {
  const { accountId, email, displayName } = kept
  const news = await store.all('news')
  change({
    phase: 'open',
    account: { accountId, email, displayName },
    news: news.filter((one) => one.accountId === accountId),
    ...('driving' in kept ? seenIn(kept) : { driving: null, delivered: [], seenAt: null }),
  })
}

const seenIn = ({ driving, delivered = [], aheadMs, seenAt }: KeptOrders) => ({
  driving,
  delivered,
  aheadMs,
  seenAt,
})

/** Another tab may have stored a newer state: what was delivered there is not overwritten from here. */
export async function catchUp({ accountId }: Account): Promise<void> {
  const kept = await store.get('orders', accountId)
  const { seenAt } = phone.get()
  if (kept && (seenAt === null || kept.seenAt >= seenAt)) change(seenIn(kept))
}

/** The session ended: nothing is shown, and the queue stays. */
export function leave(): void {
  change({ phase: 'signed-out', driving: null, seenAt: null, news: [], delivered: [] })
}

/** Signed out on purpose: the orders leave the phone too. */
export async function forget(): Promise<void> {
  const { account } = phone.get()
  localStorage.removeItem(lastAccount)
  if (account) await store.remove('orders', account.accountId)
  leave()
  change({ account: null })
}

export async function keepOrders(driving: Driving, part: Partial<PhoneState> = {}): Promise<void> {
  change({ driving, ...part })
  const { account, aheadMs, seenAt } = phone.get()
  if (!account || !seenAt) return
  const delivered = stillTold(phone.get().delivered, seenAt)
  const kept: KeptOrders = { ...account, driving, delivered, aheadMs, seenAt }
  await store.put('orders', kept).catch(() => change({ isLasting: false }))
}

export const ownQueue = ({ queue, account }: PhoneState): Entry[] =>
  queue.filter(({ accountId }) => accountId === account?.accountId)

export const readQueue = async (): Promise<Entry[]> =>
  [...(await store.all('queue')), ...unkept].sort((a, b) => a.place - b.place)

/** At the end of the queue, or in the place that it had. */
export async function keepEntry(wanted: Waiting & { blob?: Blob }, place?: number): Promise<void> {
  const { account } = phone.get()
  if (!account) throw new Error('nobody is signed in')
  const { accountId, displayName: accountName } = account
  const entry = { ...wanted, accountId, accountName }
  if (place !== undefined) return writeEntry({ ...entry, place })
  const least = lastPlace(unkept)
  await store
    .enqueue(entry, least)
    .catch(() => keepInMemory({ ...entry, place: lastPlace([...phone.get().queue, ...unkept]) + 1 }))
  await followQueue()
}

const lastPlace = (entries: readonly Entry[]): number => Math.max(0, ...entries.map(({ place }) => place))

/** Null: it may be sent again. */
export const markNotTaken = (entry: Entry, refusal: NotTaken | null): Promise<void> =>
  writeEntry({ ...entry, refusal })

async function writeEntry(entry: Entry): Promise<void> {
  try {
    await store.put('queue', entry)
    unkept = unkept.filter(({ place }) => place !== entry.place)
  } catch {
    keepInMemory(entry)
  }
  await followQueue()
}

function keepInMemory(entry: Entry): void {
  unkept = [...unkept.filter(({ place }) => place !== entry.place), entry]
  change({ isLasting: false })
}

/** Out of the queue: taken by the server, or removed by the driver. */
export async function removeEntry(entry: Entry): Promise<void> {
  await store.remove('queue', entry.place)
  unkept = unkept.filter(({ place }) => place !== entry.place)
  await followQueue()
}

export async function addNews({ accountId }: Account, news: Omit<News, 'id' | 'accountId'>): Promise<void> {
  const before = phone.get().news.find((one) => one.orderId === news.orderId)
  const item = {
    ...news,
    accountId,
    id: `${accountId} ${news.orderId}`,
    steps: [...(before?.steps ?? []), ...news.steps],
    hasStopped: Boolean(before?.hasStopped || news.hasStopped),
  }
  await store.put('news', item).catch(() => change({ isLasting: false }))
  change({ news: [...phone.get().news.filter(({ id }) => id !== item.id), item] })
}

export async function closeNews({ id }: News): Promise<void> {
  await store.remove('news', id)
  change({ news: phone.get().news.filter((one) => one.id !== id) })
}

async function followQueue(): Promise<void> {
  change({ queue: await readQueue() })
  changed.postMessage('queue')
}

const changed = new BroadcastChannel('driving')
