import { sql } from 'kysely'
import { days, earlier, hours } from '#domain/basics/time.ts'
import { readAbout } from '#server/db/about.ts'
import type { Tx } from '#server/db/database.ts'
import { writeNews } from '#server/db/news.ts'
import { causedBy, recordedEvent } from '#server/db/reacting.ts'
import { requestReactions } from '#server/requests/reactions.ts'

/** Nothing is sent by it. */
const nowhere = { providers: [], dev: [], publicUrl: '', driverUrl: '' }

/** What the bell of each has to tell of the last days, as it was told: all but the last hours has been read. */
export async function fillNews(tx: Tx, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('events')
    .selectAll()
    .where('subjectKind', '=', 'request')
    .where('at', '>', earlier(now, days(2)))
    .where('at', '<=', now)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const events = rows.map(recordedEvent)
  const about = await readAbout(tx, events)
  const reactions = requestReactions(nowhere)
  // one after the other: the bell shows them in the order in which they were written
  for (const event of events) {
    const { news, ends } = causedBy(reactions, event, about)
    await writeNews(tx, [{ eventId: event.id, at: event.at, news, ends }])
  }
  await sql`
    insert into news_read_up_to (account_id, reader, news_id)
    select accounts.id, reader, max(news.id) from accounts cross join news
    where news.at < ${earlier(now, hours(3))} group by accounts.id, reader`.execute(tx)
}
