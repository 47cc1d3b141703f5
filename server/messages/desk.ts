import { type DeskWay, deskHears, deskWaysOf, type Way } from '#domain/messages/hearing.ts'
import { type MessageKindId, messageKinds } from '#domain/messages/kinds.ts'
import { silencedBy } from '#domain/messages/last-way.ts'
import type { NewEvent } from '../db/event-trail.ts'
import { listeningOf } from '../db/listening.ts'
import type { Work } from '../db/work.ts'
import { chooseDesk } from './hearing-store.ts'

type Wish = { kind: MessageKindId; way: Way; isOn: boolean }

const wayNames: Record<Way, string> = { page: 'page', push: 'push', mail: 'mail', sms: 'SMS' }

export const wishInWords = ({ kind, way, isOn }: Wish): string =>
  `${messageKinds[kind].name}, ${wayNames[way]} ${isOn ? 'on' : 'off'}`

/**
 * Whoever is stopped takes their own mails and texts with them: of what nobody else heard away from a screen the desk
 * hears again (ruling AMB-306). That somebody is stopped must wait for nothing. Whoever calls holds the organisation.
 */
export async function wakeDesk(
  work: Work,
  id: string,
  without: string,
  owners: Pick<NewEvent, 'hospitalId' | 'bankId'>,
  ways: readonly DeskWay[],
): Promise<void> {
  const before = await listeningOf(work.db, id, ways)
  if (!before) return
  const after = { ...before, people: before.people.filter(({ accountId }) => accountId !== without) }
  for (const kind of silencedBy(before, after)) {
    for (const way of deskWaysOf(kind, before.audience)) {
      if (deskHears(before.desk.choices, kind, way)) continue
      const wish = { kind, way, isOn: true }
      await chooseDesk(work.db, id, wish)
      const event = { subjectId: id, kind: 'desk-chosen', to: wishInWords(wish), detail: wish } as const
      await work.record({ ...owners, ...event })
    }
  }
}
