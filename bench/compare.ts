import type { Ask } from '#testing/harness/asking.ts'
import type { House } from './house.ts'
import { load, median } from './load.ts'
import { processorSeconds } from './processor.ts'
import { tell } from './telling.ts'

export type Side = { name: string; pids: readonly number[]; ask: (nth: number) => Ask }
type Figures = { perSecond: number; server: number; postgres: number; p50: number; p99: number }

/** In turn and several times, since a machine has its moods: the ratio to the first side counts, not the figures. */
export async function compare(
  house: House,
  work: string,
  sides: readonly Side[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<void> {
  const figures = new Map<string, Figures[]>(sides.map(({ name }) => [name, []]))
  // unmeasured first: all are compiled and their connections made
  for (const { ask } of sides) await load(ask, { seconds: 2 })
  for (let round = 0; round < rounds; round++) {
    for (const { name, pids, ask } of sides) {
      const spent = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0)
      const before = [spent(), processorSeconds(house.postgresPid)] as const
      const { perSecond, p50, p99, calls } = await load(ask, { seconds })
      const each = (now: number, then: number) => (1000 * (now - then)) / calls
      figures.get(name)?.push({
        perSecond,
        p50,
        p99,
        server: each(spent(), before[0]),
        postgres: each(processorSeconds(house.postgresPid), before[1]),
      })
    }
  }
  const middle = (name: string, of: keyof Figures) => median((figures.get(name) ?? []).map((one) => one[of]))
  const first = sides[0]?.name ?? ''
  for (const { name } of sides) {
    const of = (what: keyof Figures, digits: number) => middle(name, what).toFixed(digits)
    tell(
      `${work.padEnd(22)} ${name.padEnd(14)} ${of('perSecond', 0).padStart(6)}/s` +
        `  server ${of('server', 2)} ms  PostgreSQL ${of('postgres', 2)} ms  p50 ${of('p50', 1)}  p99 ${of('p99', 1)} ms` +
        (name === first
          ? ''
          : `  ratio ${(middle(name, 'perSecond') / middle(first, 'perSecond')).toFixed(2)}`),
    )
  }
}
