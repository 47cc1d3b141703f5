import { type DrillSize, drills, smallDrill } from '#testing/harness/restore-drill.ts'
import { figure } from './figure.ts'

/** How often operations.md says to take one. */
const everyMs = 4 * 60_000
const rpoMs = 5 * 60_000
const rtoMs = 10 * 60_000

const inSeconds = (ms = 0): string => `${(ms / 1_000).toFixed(1)} s`

figure<DrillSize>({
  id: 'F19',
  promise: 'copies put back unchanged',
  target: '20 drills, 20 identical; RPO 5 min, RTO 10 min',
  small: { rows: 0, files: 3, clients: 0, drills: 1 },
  full: { parts: 4, size: { rows: 20_000, files: 300, clients: 8, drills: 5 }, minutes: 4 },
  part: (size) => (size.clients === 0 ? smallDrill() : drills(size)),
  whyMissed: (seen, size) => {
    const { drills: done = 0, identical = 0, lost = 0, backupMsMost = 0, returnMsMost = 0 } = seen
    if (done < (size === 'full' ? 20 : 1)) return `${done} drills`
    if (identical < done) return `${identical} of ${done} identical`
    if (lost > 0) return `${lost} acknowledged before the backup are not in it as they were`
    if (everyMs + backupMsMost > rpoMs) return `RPO ${inSeconds(everyMs + backupMsMost)}`
    return returnMsMost > rtoMs ? `RTO ${inSeconds(returnMsMost)}` : null
  },
  say: ({ drills: done, identical, raised, backupMsMost = 0, returnMsMost, slowestMsMost }) =>
    `${identical} of ${done} identical, each taken while 8 clients raised (${raised} in all, the slowest call ${inSeconds(slowestMsMost)}) on 20,000 requests with 100,000 events; a backup ${inSeconds(backupMsMost)}, so RPO ${inSeconds(everyMs + backupMsMost)} when taken every 4 min; RTO ${inSeconds(returnMsMost)} with everything compared`,
})
