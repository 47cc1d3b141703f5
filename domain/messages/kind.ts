import type { Channel } from './resending.ts'

/** Who hears of something. */
export type Audience = 'hospital' | 'bank' | 'provider' | 'driver'

/** What there is to know of one kind of message. */
export type MessageKind = {
  readonly for: readonly Audience[]
  /** Of a hospital or bank only its admins: nobody else there can do anything about it. */
  readonly isForAdmins?: true
  /** Somebody may come to harm, or blood be lost, if nobody hears it. */
  readonly isSafety: boolean
  /** To the organisation's own mailbox and phones; none where it is told to persons alone. */
  readonly channels: readonly Exclude<Channel, 'push'>[]
  /** As the provider reads it on Messages. */
  readonly name: string
}
