import type { z } from 'zod'
import { bagFacts } from './bag-facts.ts'
import type { Fact, Reader } from './fact.ts'
import { hearingFacts } from './hearing-facts.ts'
import { hookFacts } from './hook-facts.ts'
import { keyFacts } from './key-facts.ts'
import { matchingFacts } from './matching-facts.ts'
import { peopleFacts } from './people-facts.ts'
import { readingFacts } from './reading-facts.ts'
import { requestFacts } from './request-facts.ts'
import { supplyFacts } from './supply-facts.ts'

/** Everything that can happen, by its kind: what is not here cannot be recorded. */
export const events = {
  ...requestFacts,
  ...peopleFacts,
  ...supplyFacts,
  ...matchingFacts,
  ...readingFacts,
  ...hearingFacts,
  ...bagFacts,
  ...keyFacts,
  ...hookFacts,
} satisfies Record<string, Fact>

export type EventKind = keyof typeof events
export type DetailOf<Kind extends EventKind> = z.input<(typeof events)[Kind]['detail']>

/** The kinds about one subject. */
export type KindAbout<Subject extends string> = {
  [Kind in EventKind]: (typeof events)[Kind]['subject'] extends Subject ? Kind : never
}[EventKind]

/** For what is read back: an older release may have recorded what this one does not know. */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(events, kind)

export const eventKinds = Object.keys(events).filter(isEventKind)

export const kindsAbout = <Subject extends string>(subject: Subject): KindAbout<Subject>[] =>
  eventKinds.filter((kind): kind is KindAbout<Subject> => events[kind].subject === subject)

/** Only what is named for a reader is told to them; what cannot be read is for nobody. */
export function mayRead(reader: Reader, kind: string, detail: unknown): boolean {
  if (!isEventKind(kind)) return false
  const { readers, detail: shape }: Fact = events[kind]
  if (typeof readers !== 'function') return readers.includes(reader)
  const told = shape.safeParse(detail)
  return told.success && readers(told.data).includes(reader)
}

/** What people do all day, apart on Accounts. */
export const comingsAndGoings: readonly string[] = kindsAbout('account').filter(
  (kind) => events[kind].live === null,
)
