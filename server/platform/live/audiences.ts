import type { ServerResponse } from 'node:http'
import type { LiveMessage } from '#contract/live.ts'
import { events, isEventKind } from '#domain/events/events.ts'
import { type Fact, providerAlone } from '#domain/events/fact.ts'
import { type Actor, isBank, isProvider } from '#domain/people/actor.ts'
import { mayHear } from '#domain/people/hearing.ts'
import type { Change } from '../../db/event-reader.ts'

const fullestBuffer = 1_000_000
const longestEndMs = 2_000
/** However many are told, nobody waits longer for a hint than this. */
const longestRestMs = 250
/** Ruling AMB-229: the tabs of one person, or the machines of a ward that share an account. */
export const mostOfOneAccount = 100
/** For a page that does not know the word and comes back by itself. */
const crowded = 'retry: 60000\nevent: crowded\ndata: {}\n\n'

export type Stream = { response: ServerResponse; actor: Actor; sessionToken: string }

/** Those who hear of the same changes under the same names: what they are told is worked out and written once. */
type Audience = {
  actor: Actor
  streams: Set<Stream>
  waiting: string[]
  mayBeToldAt: number
  timer: NodeJS.Timeout | null
}

export type Audiences = {
  add(stream: Stream): void
  all(): Stream[]
  has(stream: Stream): boolean
  size(): number
  tell(changes: readonly Change[]): void
  write(stream: Stream, text: string): void
  /** Written to no more, or that would be an error of the whole process. Nobody waits for one that does not read. */
  end(stream: Stream, text: string): void
}

/**
 * The open streams. Told at once while little happens; when much does, what is told to many is gathered for as long as
 * telling them takes, so that a thousand streams leave the process time for their questions.
 */
export function openAudiences(): Audiences {
  const audiences = new Map<string, Audience>()
  const ofAccounts = new Map<string, Set<Stream>>()
  const streams = new Set<Stream>()

  function remove(stream: Stream): void {
    if (!streams.delete(stream)) return
    const key = audienceOf(stream.actor)
    leave(ofAccounts, stream.actor.accountId, stream)
    const audience = audiences.get(key)
    audience?.streams.delete(stream)
    if (audience?.streams.size !== 0) return
    if (audience.timer) clearTimeout(audience.timer)
    audiences.delete(key)
  }

  function write(stream: Stream, text: string): void {
    // a reader that does not read is let go; it comes back and asks again
    if (stream.response.writableLength > fullestBuffer) {
      stream.response.destroy()
      return
    }
    stream.response.write(text)
  }

  function end(stream: Stream, text: string): void {
    remove(stream)
    stream.response.end(text)
    setTimeout(() => stream.response.destroy(), longestEndMs).unref()
  }

  function tellAudience(audience: Audience): void {
    audience.timer = null
    const { waiting } = audience
    audience.waiting = []
    const text = waiting.join('')
    const begin = performance.now()
    for (const stream of audience.streams) write(stream, text)
    const now = performance.now()
    audience.mayBeToldAt = now + Math.min(longestRestMs, 2 * waiting.length * (now - begin))
  }

  function tellSoon(audience: Audience): void {
    if (audience.timer) return
    const early = audience.mayBeToldAt - performance.now()
    if (early <= 0) tellAudience(audience)
    else audience.timer = setTimeout(() => tellAudience(audience), early)
  }

  return {
    add(stream) {
      const { actor, response } = stream
      const others = ofAccounts.get(actor.accountId) ?? new Set()
      const [oldest] = others
      if (oldest && others.size >= mostOfOneAccount) end(oldest, crowded)
      ofAccounts.set(actor.accountId, others.add(stream))
      streams.add(stream)
      const key = audienceOf(actor)
      const audience = audiences.get(key) ?? newAudience(actor)
      audiences.set(key, audience)
      audience.streams.add(stream)
      response.on('close', () => remove(stream))
    },
    all: () => [...streams],
    has: (stream) => streams.has(stream),
    size: () => streams.size,
    tell(changes) {
      const concerned = new Set<Audience>()
      for (const change of changes) {
        const fact: Fact | null = isEventKind(change.kind) ? events[change.kind] : null
        const topic = fact?.live ?? null
        if (fact === null || topic === null) continue
        const owned = { ...change, topic }
        const textWith = (kind: string) => {
          const message: LiveMessage = { topic, id: change.subjectId, kind }
          return `event: change\ndata: ${JSON.stringify(message)}\n\n`
        }
        const [named, unnamed] = [textWith(change.kind), textWith('changed')]
        for (const audience of audiences.values()) {
          if (!mayHear(audience.actor, owned)) continue
          audience.waiting.push(isNamedTo(audience.actor, fact) ? named : unnamed)
          concerned.add(audience)
        }
      }
      for (const audience of concerned) tellSoon(audience)
    },
    write,
    end,
  }
}

/** All of an actor but who it is; what a driver hears depends on that too. */
const audienceOf = (actor: Actor): string =>
  JSON.stringify(actor.kind === 'driver' ? actor : { ...actor, accountId: '', email: '', displayName: '' })

const newAudience = (actor: Actor): Audience => ({
  actor,
  streams: new Set(),
  waiting: [],
  mayBeToldAt: 0,
  timer: null,
})

function leave(sets: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const set = sets.get(key)
  set?.delete(stream)
  if (set?.size === 0) sets.delete(key)
}

/**
 * What is the provider's and the bank's alone in a timeline has no name on the streams of others either. Where that
 * depends on what is told, which is not read here, neither.
 */
const isNamedTo = (actor: Actor, { readers }: Fact): boolean =>
  isProvider(actor) || isBank(actor) || (typeof readers !== 'function' && readers !== providerAlone)
