import { startTestPostgres } from '#testing/harness/postgres.ts'
import { buildAllIfStale } from '../../scripts/build.ts'

/** The screens as they are written now, and one PostgreSQL for all workers; what is returned is done after the last. */
// biome-ignore lint/style/noDefaultExport: Playwright wants it so
export default async function setup(): Promise<() => Promise<void>> {
  if (!(await buildAllIfStale())) throw new Error('The product could not be built')
  const { stop } = await startTestPostgres()
  return stop
}
