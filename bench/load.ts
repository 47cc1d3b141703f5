import { Agent } from 'node:http'
import { type Ask, asking } from '#testing/harness/asking.ts'

export type Load = { perSecond: number; p50: number; p99: number; calls: number; failed: number }

/** Each connection asks again as soon as it is answered, for so many seconds. */
export async function load(
  next: (nth: number) => Ask,
  { connections = 16, seconds }: { connections?: number; seconds: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = asking(agent)
  const times: number[] = []
  let [asked, failed] = [0, 0]
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const from = performance.now()
        const { status, text } = await ask(next(asked++))
        times.push(performance.now() - from)
        if (status < 300) continue
        failed++
        if (failed === 1) console.error(`answered ${status}: ${text.slice(0, 300)}`)
      }
    }),
  )
  const took = (performance.now() - begin) / 1000
  agent.destroy()
  return { perSecond: times.length / took, ...percentiles(times), calls: times.length, failed }
}

export function percentiles(times: readonly number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

export const median = (values: readonly number[]): number => percentiles(values).p50
