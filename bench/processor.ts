import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100

/** Processor seconds of a process with the threads in it and the children it has or had, as Linux counts them. */
export function processorSeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + secondsOf(one), 0)
}

/** Megabytes of memory that a process holds. */
export function residentMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Rss:\s+(\d+) kB/m)
  return Number(line?.[1] ?? 0) / 1024
}

function secondsOf(pid: number): number {
  const [, , utime = 0, stime = 0, cutime = 0, cstime = 0] = statOf(pid) ?? []
  return (utime + stime + cutime + cstime) / ticksPerSecond
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)?.[1] === pid)

export const parentOf = (pid: number): number => statOf(pid)?.[1] ?? 0

/** State is left out: pid, ppid, utime, stime, cutime, cstime. Null for one that has just ended. */
function statOf(pid: number): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name stands in brackets, and may hold spaces
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [pid, Number(fields[1]), ...fields.slice(11, 15).map(Number)]
  } catch {
    return null
  }
}
