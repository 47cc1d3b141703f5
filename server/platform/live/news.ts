import type { Db } from '../../db/database.ts'
import { newestNews, newsAfter } from '../../db/news.ts'

const lookEveryMs = 1_000
const batch = 500

export type ToldNews = Awaited<ReturnType<typeof newsAfter>>[number]

/** Tells of news as it is written, in the order of its ids: at once what is written here, within a second what is elsewhere. */
export async function followNews(parts: {
  db: Db
  tell: (news: readonly ToldNews[]) => void
  onError: (error: unknown) => void
}) {
  let last = await newestNews(parts.db)
  let reading: Promise<void> | null = null
  let again = false
  let stopped = false

  function look(): void {
    again = true
    if (stopped) return
    reading ??= readAll()
      .catch(parts.onError)
      .finally(() => {
        reading = null
      })
  }

  async function readAll(): Promise<void> {
    while (again && !stopped) {
      again = false
      const news = await newsAfter(parts.db, last, batch)
      last = news.at(-1)?.id ?? last
      if (news.length > 0) parts.tell(news)
      again ||= news.length === batch
    }
  }

  const timer = setInterval(look, lookEveryMs)
  return {
    look,
    async stop() {
      stopped = true
      clearInterval(timer)
      await reading
    },
  }
}
