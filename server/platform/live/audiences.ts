import type { ServerResponse } from 'node:http'
import type { LiveMessage } from '#contract/live.ts'
import { events, isEventKind } from '#domain/events/events.ts'
import { type Fact, type LiveTopic, providerAlone } from '#domain/events/fact.ts'
import { mayHearNews } from '#domain/messages/news.ts'
import { type Actor, isBank, isProvider } from '#domain/people/actor.ts'
import { mayHear } from '#domain/people/hearing.ts'
import type { Change } from '../../db/event-reader.ts'
import type { ToldNews } from './news.ts'
import { restWhileBusy } from './resting.ts'

const fullestBuffer = 1_000_000
const longestEndMs = 2_000
/** So many are told together. More than these are told in turns, so that they do not all ask at the same moment. */
const largestAudience = 100
/** Ruling AMB-229: the tabs of one person, or the machines of a ward that share an account. */
export const mostOfOneAccount = 100
/** For a page that does not know the word and comes back by itself. */
const crowded = 'retry: 60000\nevent: crowded\ndata: {}\n\n'

export type Stream = { response: ServerResponse; actor: Actor; sessionToken: string }

/** Some who hear of the same changes under the same names: what they are told is worked out and written once. */
type Audience = {
  key: string
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
  tellNews(news: readonly ToldNews[]): void
  write(stream: Stream, text: string): void
  /** Written to no more, or that would be an error of the whole process. Nobody waits for one that does not read. */
  end(stream: Stream, text: string): void
}

/**
 * The open streams. Told at once while the process has time; when it has not, what is told is gathered for longer and
 * longer, since every hint is followed by a question (decision 55).
 */
export function openAudiences(restMs: () => number = restWhileBusy(), random = Math.random): Audiences {
  const audiences = new Set<Audience>()
  const audienceOf = new Map<Stream, Audience>()
  const ofAccounts = new Map<string, Set<Stream>>()

  function remove(stream: Stream): void {
    const audience = audienceOf.get(stream)
    if (!audience) return
    audienceOf.delete(stream)
    leave(ofAccounts, stream.actor.accountId, stream)
    audience.streams.delete(stream)
    if (audience.streams.size > 0) return
    if (audience.timer) clearTimeout(audience.timer)
    audiences.delete(audience)
  }

  function join(stream: Stream): void {
    const key = keyOf(stream.actor)
    const withRoom = [...audiences].find((one) => one.key === key && one.streams.size < largestAudience)
    const audience = withRoom ?? newAudience(key, stream.actor)
    audiences.add(audience)
    audience.streams.add(stream)
    audienceOf.set(stream, audience)
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
    for (const stream of audience.streams) write(stream, text)
    // apart from the others, which were told with these until it became busy
    audience.mayBeToldAt = performance.now() + restMs() * (0.5 + random() / 2)
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
      join(stream)
      response.on('close', () => remove(stream))
    },
    all: () => [...audienceOf.keys()],
    has: (stream) => audienceOf.has(stream),
    size: () => audienceOf.size,
    tell(changes) {
      const concerned = new Set<Audience>()
      for (const change of changes) {
        const fact: Fact | null = isEventKind(change.kind) ? events[change.kind] : null
        const topic = fact ? fact.live : (topics.get(change.subjectKind) ?? null)
        if (topic === null) continue
        const owned = { ...change, topic }
        const textWith = (kind: string) => changeText({ topic, id: change.subjectId, kind })
        const [named, unnamed] = [textWith(change.kind), textWith('changed')]
        for (const audience of audiences) {
          if (!mayHear(audience.actor, owned)) continue
          audience.waiting.push(isNamedTo(audience.actor, fact) ? named : unnamed)
          concerned.add(audience)
        }
      }
      for (const audience of concerned) tellSoon(audience)
    },
    tellNews(news) {
      const concerned = new Set<Audience>()
      for (const one of news) {
        const text = changeText({ topic: 'news', id: String(one.id), kind: one.kind })
        for (const audience of audiences) {
          if (!mayHearNews(audience.actor, one)) continue
          audience.waiting.push(text)
          concerned.add(audience)
        }
      }
      for (const audience of concerned) tellSoon(audience)
    },
    write,
    end,
  }
}

const changeText = (message: LiveMessage): string => `event: change\ndata: ${JSON.stringify(message)}\n\n`

/** Of a kind that only another version knows (decision 48) at least this is known: what it is about. */
const topics = new Map<string, LiveTopic>(
  Object.values<Fact>(events).flatMap(({ subject, live }) => (live ? [[subject, live] as const] : [])),
)

/** All of an actor but who it is; what a driver hears depends on that too. */
const keyOf = (actor: Actor): string =>
  JSON.stringify(
    actor.kind === 'driver' ? actor : { ...actor, accountId: '', email: '', displayName: '', person: '' },
  )

const newAudience = (key: string, actor: Actor): Audience => ({
  key,
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
const isNamedTo = (actor: Actor, fact: Fact | null): boolean =>
  fact !== null &&
  (isProvider(actor) ||
    isBank(actor) ||
    (typeof fact.readers !== 'function' && fact.readers !== providerAlone))
