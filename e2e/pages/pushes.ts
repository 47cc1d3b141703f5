import type { Page } from '@playwright/test'

/** No push service can be reached from here: the browser gives out what one would have given it. */
export const stubPushes = (page: Page) =>
  page.addInitScript(() => {
    let kept: object | null = null
    const key = new Uint8Array(65)
    PushManager.prototype.getSubscription = async () => kept as PushSubscription | null
    PushManager.prototype.subscribe = async (options) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const point = await crypto.subtle.exportKey('raw', pair.publicKey)
      const text = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
      const letters = atob(text)
      for (let index = 0; index < key.length; index++) key[index] = letters.charCodeAt(index)
      kept = {
        endpoint: `https://push.example.org/${crypto.randomUUID()}`,
        options: { applicationServerKey: key.buffer },
        getKey: (name: string) => (name === 'p256dh' ? point : new Uint8Array(16).buffer),
        unsubscribe: async () => {
          kept = null
          return true
        },
      }
      return kept as PushSubscription
    }
    // a headless browser knows no permission to notify
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
    Notification.requestPermission = async () => 'granted'
  })
