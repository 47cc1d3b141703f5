import { existsSync } from 'node:fs'
import { whyNoLoopDisk } from './loop-disk.ts'

/** Where Debian has the programs of the PostgreSQL that stands for an operator's own; the package brings none. */
export const debianPostgres = '/usr/lib/postgresql/15/bin'

export const whyNoOwnPostgres = async (): Promise<string | null> =>
  existsSync(debianPostgres) ? null : 'a database of the operator’s own needs the PostgreSQL 15 of Debian'

/** Faults whose tests only some machines can make: docs/trust.md says where they were not seen. */
export const onlySomewhere: readonly { id: string; whyNot: () => Promise<string | null> }[] = [
  { id: 'X10', whyNot: whyNoLoopDisk },
  { id: 'X11', whyNot: whyNoLoopDisk },
  { id: 'X30', whyNot: whyNoOwnPostgres },
]

/** A test that cannot be made here has shown nothing: the run names it with the reason, and does not count it as passed. */
export function isNotSeenHere(why: string | null, { meta }: { meta: object }): boolean {
  if (why !== null) Object.assign(meta, { notSeen: why })
  return why !== null
}
