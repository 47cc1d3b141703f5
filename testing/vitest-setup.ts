import { startTestPostgres } from './postgres.ts'

/** Once before all test files; what it returns is done after them. */
export async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestPostgres()
  return stop
}
