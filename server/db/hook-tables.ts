import type { Generated, GeneratedAlways } from 'kysely'
import type { HookKind } from '#domain/hooks/kinds.ts'
import type { HookState } from '#domain/hooks/saving.ts'
import type { DeliveryState, Fault } from '#domain/hooks/showing.ts'

/** 0057_hooks.sql, 0060_hooks_quiet.sql, 0070_hooks_with_tests.sql. */
export type HookTables = {
  hooks: {
    id: GeneratedAlways<number>
    organisationId: string | null
    url: string
    kinds: HookKind[]
    withTests: Generated<boolean>
    secretSealed: string
    oldSealed: string | null
    oldUntil: Date | null
    state: Generated<HookState>
    failures: Generated<number>
    lastTakenAt: Date | null
    quietUntil: Date | null
    madeBy: string
    madeAt: Date
    version: Generated<number>
  }
  hookDeliveries: {
    hookId: number
    eventId: number
    subject: string
    kind: HookKind
    version: number
    happenedAt: Date
    state: Generated<DeliveryState>
    isReplay: Generated<boolean>
    tries: Generated<number>
    firstAt: Date | null
    code: number | null
    fault: Fault | null
    tookMs: number | null
    triedAt: Date | null
    nextAt: Generated<Date>
    at: Generated<Date>
  }
}
