import { startTestPostgres } from './postgres.ts'

/** Once before all test files; what it returns is done after them. Asked by two projects, it starts one. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES) return undefined
  const { stop } = await startTestPostgres()
  return stop
}
