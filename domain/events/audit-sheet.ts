import { type Column, column } from '../basics/sheet.ts'
import { type AuditGroup, auditGroups } from './audit.ts'

type Entry = {
  readonly id: number
  readonly at: Date
  readonly person: string
  readonly place: string
  readonly group: AuditGroup
  readonly what: string
  readonly on: { readonly id: string } | null
}

export const auditColumns: readonly Column<Entry>[] = [
  column('Time', ({ at }) => at),
  column('Person', ({ person }) => person),
  column('For', ({ place }) => place),
  column('Kind', ({ group }) => auditGroups[group]),
  column('What', ({ what }) => what),
  column('On', ({ on }) => on?.id ?? null),
  column('Event', ({ id }) => id),
]
