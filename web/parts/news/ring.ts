import { news } from '#contract/news.ts'
import { heldUntil, type QuietHours } from '#domain/messages/hearing.ts'
import { isMessageKind } from '#domain/messages/kinds.ts'
import { call } from '../../api/client.ts'
import { onNews } from '../../api/live.ts'
import { ringing as ringingHere } from '../../api/ringing.ts'
import { now } from '../../server-clock.ts'
import { makeStore, useStore } from '../../ui/store.ts'

/** Whether this browser rings aloud: nobody was asked yet, it does, or it does not. */
type Ringing = 'unasked' | 'on' | 'off'

const keptAnswer = 'crossmatch-ring'
const keptRung = 'crossmatch-rung'

const ringing = makeStore<Ringing>(readAnswer())
export const useRinging = () => useStore(ringing)

/** What somebody answered by pressing: the browser's own question follows from it, and never from anything else. */
export async function allowRinging(): Promise<void> {
  answer('on')
  // within the press: a page may make no noise before one
  void audio()?.resume()
  await ringingHere.turnOn().catch(() => undefined)
}

/** Asked again in another page: “Not now” is no “never”. */
export const putOffRinging = (): void => ringing.set('off')

/** The sound alone: pushes are turned on and off on My account. */
export function setSound(isOn: boolean): void {
  answer(isOn ? 'on' : 'off')
  if (isOn) void audio()?.resume()
}

function answer(next: Ringing): void {
  ringing.set(next)
  keep(keptAnswer, next)
}

let context: AudioContext | null = null

function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  return context
}

/** Two soft notes, made here: nothing is loaded for them. */
async function sound(): Promise<void> {
  const room = audio()
  if (!room) return
  // without a press in this page the browser keeps it silent
  await Promise.race([room.resume(), new Promise((resolve) => setTimeout(resolve, 200))])
  if (room.state !== 'running') return
  for (const [nth, pitch] of [660, 880].entries()) {
    const at = room.currentTime + nth * 0.16
    const [tone, loudness] = [room.createOscillator(), room.createGain()]
    tone.frequency.value = pitch
    loudness.gain.setValueAtTime(0.0001, at)
    loudness.gain.exponentialRampToValueAtTime(0.2, at + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.4)
    tone.connect(loudness).connect(room.destination)
    tone.start(at)
    tone.stop(at + 0.42)
  }
}

/** So long a hidden tab lets one that is looked at go first. */
const politeMs = 400

/** Rings for what arrives while the page is open: one tab of the browser for all of them. Returns how to stop. */
export function ringForNews(quiet: () => QuietHours | null, open: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let from = Number.POSITIVE_INFINITY

  async function ring(): Promise<void> {
    const since = from
    from = Number.POSITIVE_INFINITY
    if (ringing.get() !== 'on') return
    const { items } = await call(news.list, {})
    const fresh = items.filter(({ id, isUnread }) => id >= since && isUnread)
    const loud = fresh.filter(
      ({ kind }) => isMessageKind(kind) && !heldUntil({ kind, way: 'sound', quiet: quiet() }, now()),
    )
    await aloneOfTabs(async () => {
      const [first, ...others] = loud.filter(({ id }) => id > rungUpTo())
      if (!first) return
      keep(keptRung, String(first.id))
      void sound()
      // where a push comes, it is shown by that
      if (document.visibilityState === 'hidden' && !(await ringingHere.markHere()))
        notify(first, others.length, open)
    })
  }

  const stop = onNews((id) => {
    from = Math.min(from, id)
    clearTimeout(waiting)
    waiting = setTimeout(
      () => void ring().catch(() => undefined),
      document.visibilityState === 'hidden' ? politeMs : 0,
    )
  })
  return () => {
    clearTimeout(waiting)
    stop()
  }
}

/** Its words are those of a push: no patient and no hospital on a screen that others see. */
function notify({ title, words }: { title: string; words: string }, more: number, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const body = more > 0 ? `${words} And ${more} more.` : words
    const shown = new Notification(title, { body, tag: 'crossmatch-news', icon: '/icon-192.png' })
    shown.onclick = () => {
      window.focus()
      shown.close()
      open()
    }
  } catch {
    // phones show them by a service worker alone
  }
}

/** Where a browser has no locks, two tabs may ring at once. */
const aloneOfTabs = (act: () => Promise<void>): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request(keptRung, act) : act()

const rungUpTo = (): number => Number(read(keptRung) ?? 0)

function readAnswer(): Ringing {
  const kept = read(keptAnswer)
  return kept === 'on' || kept === 'off' ? kept : 'unasked'
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // private windows may have no storage; the answer then lasts as long as the page
  }
}
