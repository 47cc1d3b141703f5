import type { Channel } from './resending.ts'

/** Who hears of something. */
export type Audience = 'hospital' | 'bank' | 'provider' | 'driver'

/** What there is to know of one kind of message. */
export type MessageKind = {
  readonly for: readonly Audience[]
  /** Somebody may come to harm, or blood be lost, if nobody hears it. */
  readonly isSafety: boolean
  readonly channels: readonly Channel[]
  /** As the provider reads it on Messages. */
  readonly name: string
}
