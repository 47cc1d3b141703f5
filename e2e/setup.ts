import { startTestPostgres } from '#testing/postgres.ts'

/** One PostgreSQL for all workers; what is returned is done after the last of them. */
// biome-ignore lint/style/noDefaultExport: Playwright wants it so
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestPostgres()
  return stop
}
