import { hears } from '#domain/messages/hearing.ts'
import { pushPath } from '#domain/messages/pushing.ts'
import type { About } from '../db/about.ts'
import type { News } from '../db/news.ts'
import type { Message } from '../db/outbox.ts'
import { hearersOf, holdFor } from './hearers.ts'

/** One message for each browser of whoever is to hear it so (ruling AMB-305). */
export function pushesOf(news: News, about: About, now: Date): Message[] {
  const { kind, eventId, title, words, requestId, thread } = news
  return hearersOf(news, about)
    .filter(({ choices }) => hears(choices, kind, 'push'))
    .flatMap((hearer) =>
      hearer.browsers.map(
        ({ id, device, product }): Message => ({
          ...{ eventId, kind, channel: 'push', subject: title, body: words, browserId: id },
          recipient: `${hearer.name} (${device})`,
          accountId: hearer.accountId,
          once: `${eventId} ${kind} push ${id}`,
          path: pushPath(product, requestId),
          takesBack: news.takesBack ?? false,
          ...(news.to.kind === 'place' && { organisationId: news.to.id }),
          ...(thread !== undefined && { thread }),
          ...holdFor(news, 'push', hearer, now),
        }),
      ),
    )
}
