import type { Generated, GeneratedAlways } from 'kysely'
import type { BagState } from '#domain/bags/bag.ts'
import type { DonationResult } from '#domain/bags/donation-tests.ts'
import type { BagAttribute, Bombay, ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import type { ComponentLife } from '#domain/bags/lives.ts'
import type { DiscardReason } from '#domain/bags/moving.ts'
import type { NumberKind } from '#domain/bags/reading.ts'
import type { Fate, Found } from '#domain/fates/fate.ts'
import type { CrossmatchMethod, CrossmatchResult } from '#domain/matching/crossmatch.ts'
import type { ReleaseReason } from '#domain/matching/holding.ts'
import type { AntibodyScreen, Recent } from '#domain/matching/sample.ts'
import type { AsideReason } from '#domain/matching/setting-aside.ts'

/** 0050_bags.sql. */
export type BagTables = {
  bags: {
    id: string
    bankId: string
    number: string
    numberKind: NumberKind
    component: ShelfComponent
    division: Generated<string>
    bloodGroup: ShelfGroup
    segment: string | null
    volumeMl: number | null
    anticoagulant: string | null
    attributes: Generated<BagAttribute[]>
    collectedOn: string
    expiresAt: Date
    donorFormId: string | null
    fromBankId: string | null
    place: Generated<string>
    state: BagState
    version: Generated<number>
    takenAt: Date
    takenBy: string
  }
  donationTests: {
    id: Generated<number>
    bankId: string
    number: string
    test: DonationResult['test']
    result: DonationResult['result']
    testedAt: Date
    testedBy: string
  }
  bankSettings: {
    bankId: string
    keepsBags: Generated<boolean>
    secondChecker: Generated<boolean>
    sampleHours: Generated<number>
    spareHours: Generated<number>
    version: Generated<number>
  }
  stockMinimums: { bankId: string; component: ShelfComponent; bloodGroup: ShelfGroup; units: number }
  productCodes: { bankId: string; code: string; component: ShelfComponent; saidAt: Date; saidBy: string }
  componentLives: ComponentLife
}

/** 0051_bench.sql. */
export type BenchTables = {
  moreForBank: {
    requestId: string
    needs: Generated<BagAttribute[]>
    needsNote: Generated<string>
    ward: Generated<string>
    bed: Generated<string>
    doctor: Generated<string>
    diagnosis: Generated<string>
    transfusedBefore: Generated<Recent>
    /** 0067_bombay_patients.sql. */
    bombay: Generated<Bombay | null>
    /** 0069_bombay_words.sql. */
    bombayAt: Generated<Date | null>
    bombayOf: Generated<string | null>
  }
  bankAnswers: {
    id: Generated<number>
    requestId: string
    bankId: string
    units: number
    byAt: Date
    note: Generated<string>
    saidAt: Date
    saidBy: string
  }
  samples: {
    id: string
    requestId: string
    bankId: string
    takenAt: Date
    takenBy: Generated<string>
    receivedAt: Date
    receivedBy: string
    labelName: string
    labelPatientId: string
    groupFound: ShelfGroup | null
    antibodyScreen: Generated<AntibodyScreen>
    recent: Generated<Recent>
    unfitReason: string | null
    validUntil: Date
    version: Generated<number>
  }
  crossmatches: {
    id: string
    requestId: string
    sampleId: string
    bagId: string
    method: CrossmatchMethod
    result: CrossmatchResult
    note: Generated<string>
    doneAt: Date
    doneBy: string
  }
  bagHolds: {
    id: Generated<number>
    bagId: string
    requestId: string
    heldAt: Date
    heldBy: string
    until: Date
    earlyReason: Generated<string>
    isEmergency: Generated<boolean>
    releasedAt: Date | null
    releaseReason: ReleaseReason | null
  }
  substitutions: {
    id: Generated<number>
    requestId: string
    bankId: string
    bloodGroup: ShelfGroup
    proposedAt: Date
    proposedBy: string
    decidedAt: Date | null
    decidedBy: string | null
    isAccepted: boolean | null
    doctor: Generated<string>
    reason: Generated<string>
  }
  bankKeys: {
    kid: string
    bankId: string
    publicJwk: Record<string, string>
    privateSealed: string
    madeAt: Date
    retiredAt: Date | null
    compromisedAt: Date | null
  }
  slipNumbers: { bankId: string; year: number; last: number }
  issues: {
    slip: string
    bankId: string
    requestId: string
    seq: number
    issuedAt: Date
    issuedBy: string
    checkedBy: string | null
    isEmergency: Generated<boolean>
    doctor: Generated<string>
    reason: Generated<string>
    kid: string
    jws: string
    /** 0052_bench_steps.sql. */
    resultsOwed: Generated<number>
    /** 0056_fates.sql: written by the database. */
    hospitalId: GeneratedAlways<string>
    /** 0063_bags_set_aside.sql: as it was when the bags left. Where they are not written, the database does. */
    askedGroup: Generated<ShelfGroup>
    sampleId: string | null
    foundGroup: ShelfGroup | null
    antibodyScreen: AntibodyScreen | null
    sampleUntil: Date | null
    /** 0071_group_known_elsewhere.sql. */
    knownGroup: ShelfGroup | null
    /** 0066_slips_known.sql: later than it was issued where it was entered from a paper. */
    knownAt: Generated<Date>
  }
  issueBags: {
    slip: string
    bagId: string
    position: number
    crossmatchId: string | null
    isInspected: boolean
    /** 0063_bags_set_aside.sql. */
    setAsideAt: Date | null
    setAsideWhy: AsideReason | null
  }
  receiptBags: {
    slip: string
    bagId: string
    found: Found
    note: string
    receivedAt: Date
    receivedBy: string
    toldAt: Date
  }
  bagFates: {
    bagId: string
    slip: string
    fate: Fate
    reason: DiscardReason | null
    note: string
    at: Date
    toldBy: string
    toldAt: Date
  }
}
