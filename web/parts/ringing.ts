/*
 * Whether this browser rings while no page is open (decision 78). Without React and without the contract's shapes: the
 * drivers' page, which must be light, uses it too.
 */

/** `unable`: this browser cannot, or the page is not served safely. `blocked`: its person, or an operator, forbade it. */
export type Ringing = 'on' | 'off' | 'blocked' | 'unable'

export type RingingBrowser = { id: number; mark: string; isThisSession: boolean; seenAt: Date | string }
type Draft = { endpoint: string; p256dh: string; auth: string }

export type RingingCalls = {
  list(): Promise<{ publicKey: string; items: readonly RingingBrowser[] }>
  ring(draft: Draft): Promise<unknown>
  remove(id: number): Promise<unknown>
}

export type RingingHere = {
  /** How it stands, and puts right what has changed elsewhere. */
  look(): Promise<Ringing>
  /** Asks the person: only when they pressed something. */
  turnOn(): Promise<Ringing>
  turnOff(): Promise<Ringing>
  /** Which of those that ring is this one. */
  markHere(): Promise<string | null>
  /** Whoever was here has left. */
  leave(): Promise<void>
}

const aDay = 86_400_000

export function ringingHere(worker: { script: string; scope: string }, calls: RingingCalls): RingingHere {
  const kept = async (): Promise<PushSubscription | null> => {
    const registration = await navigator.serviceWorker.getRegistration(worker.scope)
    return (await registration?.pushManager.getSubscription()) ?? null
  }

  async function look(): Promise<Ringing> {
    if (!isAble()) return 'unable'
    if (Notification.permission === 'denied') return 'blocked'
    const subscription = Notification.permission === 'granted' ? await kept() : null
    if (!subscription) return 'off'
    const { items, publicKey } = await calls.list()
    const own = await ownIn(items, subscription)
    // removed from another browser, or somebody else's: the push service forgets it too
    if (!own || keyOf(subscription) !== publicKey) {
      await subscription.unsubscribe()
      return 'off'
    }
    const isOld = Date.now() - new Date(own.seenAt).getTime() > aDay
    if (isOld || !own.isThisSession) await calls.ring(draftOf(subscription))
    return 'on'
  }

  async function turnOn(): Promise<Ringing> {
    if (!isAble()) return 'unable'
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
    const { publicKey } = await calls.list()
    const registration = await registered()
    const before = await registration.pushManager.getSubscription()
    if (before && keyOf(before) !== publicKey) await before.unsubscribe()
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    await calls.ring(draftOf(subscription))
    return 'on'
  }

  /** Nothing can be subscribed to before it is at work. */
  async function registered(): Promise<ServiceWorkerRegistration> {
    const registration = await navigator.serviceWorker.register(worker.script, { scope: worker.scope })
    const coming = registration.installing ?? registration.waiting
    if (!registration.active && coming)
      await new Promise<void>((resolve) => {
        coming.addEventListener('statechange', () => coming.state === 'activated' && resolve())
      })
    return registration
  }

  async function turnOff(): Promise<Ringing> {
    const subscription = isAble() ? await kept() : null
    if (!subscription) return look()
    const own = await ownIn((await calls.list()).items, subscription)
    if (own) await calls.remove(own.id)
    await subscription.unsubscribe()
    return look()
  }

  return {
    look,
    turnOn,
    turnOff,
    async markHere() {
      const subscription = isAble() ? await kept() : null
      return subscription && markOf(subscription.endpoint)
    },
    async leave() {
      if (isAble()) await (await kept())?.unsubscribe()
    },
  }
}

function isAble(): boolean {
  return (
    isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  )
}

async function ownIn(
  items: readonly RingingBrowser[],
  { endpoint }: PushSubscription,
): Promise<RingingBrowser | undefined> {
  const mark = await markOf(endpoint)
  return items.find((one) => one.mark === mark)
}

async function markOf(endpoint: string): Promise<string> {
  return inBase64Url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
}

function draftOf(subscription: PushSubscription): Draft {
  return {
    endpoint: subscription.endpoint,
    p256dh: inBase64Url(subscription.getKey('p256dh')),
    auth: inBase64Url(subscription.getKey('auth')),
  }
}

const keyOf = ({ options }: PushSubscription): string => inBase64Url(options.applicationServerKey)

function inBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** A notification was pressed: the page that is open goes where it leads. */
export function onPressed(goTo: (path: string) => void): () => void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return () => undefined
  const hear = ({ data }: MessageEvent<{ goTo?: unknown } | null>) => {
    if (typeof data?.goTo === 'string') goTo(data.goTo)
  }
  serviceWorker.addEventListener('message', hear)
  return () => serviceWorker.removeEventListener('message', hear)
}
