import { type SelectQueryBuilder, sql } from 'kysely'
import { type Channel, channels, type MessageState, messageStates } from '#domain/messages/resending.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

const columns = [
  'id',
  'channel',
  'kind',
  'recipient',
  'subject',
  'body',
  'state',
  'tries',
  'error',
  'createdAt',
  'sentAt',
] as const

/** Of each channel. */
const mostFailed = 50

type Ask = PageRange<number> & { states: readonly MessageState[]; channels: readonly Channel[] }

/** The outbox, newest first: a message that was written later has a higher id. */
export function messageStore(db: Db) {
  return {
    list: (ask: Ask) =>
      readPage(
        ask,
        (part) => read(part, ask),
        ({ id }) => id,
      ),

    /** The newest that failed, and what they were about: however many ever did, no more than a few are looked at. */
    async failedSince(since: Date) {
      const failed = await db
        .selectFrom(
          sql<{ channel: Channel }>`unnest(${[...channels]}::text[])`.as<'wanted'>(sql`wanted(channel)`),
        )
        .innerJoinLateral(
          (from) =>
            from
              .selectFrom('notifications')
              .select([...columns, 'requestId'])
              .where('notifications.state', '=', 'failed')
              .whereRef('notifications.channel', '=', 'wanted.channel')
              .orderBy('id', 'desc')
              .limit(mostFailed)
              .as('n'),
          (join) => join.onTrue(),
        )
        .selectAll('n')
        .where('n.createdAt', '>', since)
        .orderBy('n.id', 'desc')
        .execute()
      const countOf = (channel: Channel) => failed.filter((one) => one.channel === channel).length
      return { failed, mayBeMore: channels.some((channel) => countOf(channel) === mostFailed) }
    },
  }

  function read(part: PageRange<number>, ask: Ask) {
    const all = db.selectFrom('notifications').select(columns)
    if (ask.states.length === 0 && ask.channels.length === 0) return partOf(all, part).execute()
    // one short walk of the index per state and channel, then the newest of these: never a sort of all that match
    const wanted = sql<{ state: MessageState; channel: Channel }>`
      (select s.state, c.channel
       from unnest(${orAll(ask.states, messageStates)}::text[]) s(state),
         unnest(${orAll(ask.channels, channels)}::text[]) c(channel))`
    return db
      .selectFrom(wanted.as('wanted'))
      .innerJoinLateral(
        (from) =>
          partOf(
            from
              .selectFrom('notifications')
              .select(columns)
              .whereRef('notifications.state', '=', 'wanted.state')
              .whereRef('notifications.channel', '=', 'wanted.channel'),
            part,
          ).as('n'),
        (join) => join.onTrue(),
      )
      .selectAll('n')
      .orderBy('n.id', 'desc')
      .limit(part.limit)
      .execute()
  }
}

const orAll = <One>(some: readonly One[], all: readonly One[]): One[] => [...(some.length === 0 ? all : some)]

function partOf<Row>(
  query: SelectQueryBuilder<Tables, 'notifications', Row>,
  { after, through, limit }: PageRange<number>,
) {
  const rest = after ? query.where('id', '<', after) : query
  const part = through ? rest.where('id', '>=', through) : rest
  return part.orderBy('id', 'desc').limit(limit)
}

/** Writing, inside the transaction of one act. */
export function messageWriter({ db }: Pick<Work, 'db'>) {
  return {
    lock: (id: number) =>
      db.selectFrom('notifications').select(columns).where('id', '=', id).forUpdate().executeTakeFirst(),

    /** To be sent again. Its words and its recipient stay, and so does the count of its tries. */
    release: (id: number) =>
      db
        .updateTable('notifications')
        .set({ state: 'waiting', error: null, attempts: 0, dueAt: sql`now()` })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow(),
  }
}
