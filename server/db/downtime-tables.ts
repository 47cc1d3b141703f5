import type { GeneratedAlways } from 'kysely'

/** 0058_downtime.sql, 0062_downtime_shifts.sql, 0064_late_issues.sql. '' is the provider's. */
export type DowntimeTables = {
  downtimePapers: { organisationId: string; lastNumber: number; triedAt: Date | null }
  downtimePacks: {
    id: GeneratedAlways<number>
    organisationId: string
    shiftAt: Date | null
    madeAt: Date
    madeBy: string
    until: Date
    firstNumber: number
    lastNumber: number
    orders: number
    path: string
  }
  downtimeShifts: { organisationId: string; times: string[]; version: number }
  latePapers: { paperNumber: string; requestId: string; fingerprint: string }
  lateIssues: { paperNumber: string; fingerprint: string; slip: string }
  lateEntries: {
    eventId: number
    requestId: string
    paperNumber: string
    doneAt: Date
    enteredAt: Date
    enteredBy: string
  }
}
