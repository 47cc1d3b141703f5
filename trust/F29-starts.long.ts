import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone, processOf } from '#testing/harness/crash-house.ts'
import { freePort } from '#testing/harness/process.ts'
import { figure } from './figure.ts'

type Size = { starts: number }

const longest = { coldMs: 5_000, warmMs: 3_000 }

figure<Size>({
  id: 'F29',
  promise: 'seconds to a first start',
  target: '5 s the first time, 3 s after (the middle of 10)',
  // how long it takes on a machine that others use says nothing
  small: { starts: 1 },
  full: { parts: 1, size: { starts: 10 }, minutes: 3 },
  async part({ starts }) {
    const cold: number[] = []
    const warm: number[] = []
    for (let count = 0; count < starts; count++) {
      const folder = await mkdtemp(join(tmpdir(), 'crossmatch-start-'))
      const app = processOf(alone(folder), await freePort())
      for (const times of [cold, warm]) {
        times.push(await app.start())
        const code = await app.end('SIGTERM')
        if (code !== 0) throw new Error(`it ended with ${code}: ${app.printed()}`)
      }
      await rm(folder, { recursive: true, force: true })
    }
    return { starts, coldMsMost: middle(cold), warmMsMost: middle(warm) }
  },
  whyMissed({ coldMsMost = 0, warmMsMost = 0 }, size) {
    if (size === 'small') return null
    if (coldMsMost > longest.coldMs) return `the first start takes ${coldMsMost} ms`
    return warmMsMost > longest.warmMs ? `a later start takes ${warmMsMost} ms` : null
  },
  say: ({ starts, coldMsMost = 0, warmMsMost = 0 }) =>
    `${(coldMsMost / 1000).toFixed(1)} s with an empty folder, ${(warmMsMost / 1000).toFixed(1)} s after (the middle of ${starts})`,
})

const middle = (times: readonly number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
