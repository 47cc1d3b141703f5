import type { Clock } from '../basics/clock.ts'
import type { About } from '../db/about.ts'
import type { News } from '../db/news.ts'
import type { Message } from '../db/outbox.ts'
import { ownMessagesOf } from './own.ts'
import { pushesOf } from './pushes.ts'

/** All that leaves the house for persons, beside what their desks get: by mail, by text, by push, as they chose. */
export function messagesToPersons({ publicUrl, clock }: { publicUrl: string; clock: Clock }) {
  const ownOf = ownMessagesOf({ publicUrl, clock })
  return (
    caused: { readonly news: readonly News[]; readonly messages: readonly Message[] },
    about: About,
  ): Message[] => [
    ...ownOf(caused, about),
    ...caused.news.flatMap((one) => pushesOf(one, about, clock.now())),
  ]
}
