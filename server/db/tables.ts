import type { Generated, GeneratedAlways } from 'kysely'
import type { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import type { CampCategory } from '#domain/camps/company.ts'
import type { HandOverProof, KeptAside } from '#domain/driving/reporting.ts'
import type { DeliveryStep, StopDecision } from '#domain/driving/steps.ts'
import type { TemperatureBand, TemperatureVerdict } from '#domain/driving/temperature.ts'
import type { Way } from '#domain/messages/hearing.ts'
import type { Channel, MessageState } from '#domain/messages/resending.ts'
import type { Audience } from '#domain/notices/writing.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import type { Product, Role } from '#domain/people/roles.ts'
import type { PictureState } from '#domain/requests/pictures.ts'
import type { BloodRequest, InvoiceKind, RequestStatus } from '#domain/requests/request.ts'
import type { ApiKeyRow } from './api-key-table.ts'
import type { BagTables, BenchTables } from './bag-tables.ts'
import type { DonorFormRow, ErasedFormRow } from './donor-tables.ts'
import type { DowntimeTables } from './downtime-tables.ts'
import type { HookTables } from './hook-tables.ts'

/** The tables of db/migrations as the queries see them: columns in camel case. */
export type Tables = {
  organisations: {
    id: string
    kind: 'hospital' | 'bank'
    name: string
    address: Generated<string>
    phones: Generated<string[]>
    email: Generated<string>
    accountStatus: AccountStatus
    isListed: Generated<boolean>
    /** Of a bank: `08:00`. */
    stockReminderAt: Generated<string>
    isBlockedWhenEnded: Generated<boolean>
    needsFourEyes: Generated<boolean>
    referenceBankId: string | null
    createdAt: Date
  }
  accounts: {
    id: string
    email: string
    name: string
    /** Whether the mailbox is known to be theirs; false only for whoever signed up and has not shown it. */
    emailVerified: Generated<boolean>
    twoFactorEnabled: Generated<boolean>
    /** Made by the demonstration, with a password that everybody knows. */
    isDemonstration: Generated<boolean>
    /** Set by the database with its first grant, and never taken back. */
    wasGranted: Generated<boolean>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  credentials: {
    id: string
    accountId: string
    providerAccountId: string
    providerId: string
    password: string | null
  }
  sessions: {
    id: string
    accountId: string
    token: string
    expiresAt: Date
    userAgent: string | null
    membershipId: Generated<number | null>
    createdAt: Generated<Date>
  }
  verifications: { id: string; identifier: string; value: string; expiresAt: Date }
  secondFactors: { id: string; accountId: string; secret: string; backupCodes: string; verified: boolean }
  /** What the version before knows of `memberships`; the database keeps the two alike. */
  grants: { accountId: string; product: Product; role: Role; organisationId: string | null }
  /** 0039_memberships.sql. */
  memberships: {
    id: Generated<number>
    accountId: string
    product: Product
    role: Role
    organisationId: string | null
    isStopped: Generated<boolean>
    stoppedAt: Generated<Date | null>
    /** The account of whoever stopped them. */
    stoppedBy: Generated<string | null>
    chosenAt: Generated<Date | null>
  }
  /** 0040_invitations.sql. */
  invitations: {
    id: string
    organisationId: string
    email: string
    name: string
    product: Exclude<Product, 'admin'>
    role: Role
    tokenHash: string
    invitedBy: string
    invitedAt: Date
    endsAt: Date
    usedAt: Date | null
  }
  drivers: { email: string; accountId: string; name: string; phone: string }
  requests: BloodRequest
  deliveries: {
    requestId: string
    seq: number
    units: number
    state: Generated<string>
    deliveredAt: Date | null
    sampleCode: Generated<string>
    sampleTries: Generated<number>
    deliveryCode: Generated<string>
    deliveryTries: Generated<number>
  }
  events: EventRow
  seals: { id: Generated<number>; lastEventId: number; events: number; sealedAt: Date; digest: string }
  notifications: {
    id: Generated<number>
    eventId: number | null
    channel: Channel
    kind: string
    recipient: string
    subject: Generated<string>
    body: string
    state: Generated<MessageState>
    tries: Generated<number>
    /** When it is to be sent; while somebody sends it, when it is given up by them. */
    dueAt: Generated<Date>
    /** How often it was taken to be sent since it was written or released. */
    attempts: Generated<number>
    /** What it and others are about, of which the newest holds (domain/messages/overtaking.ts). */
    thread: string | null
    takesBack: Generated<boolean>
    error: string | null
    createdAt: Date
    sentAt: Date | null
    once: string
    organisationId: string | null
    requestId: string | null
    /** Of a person's own message. */
    accountId: Generated<string | null>
    /** Of a push: which browser, and where it leads. */
    browserId: Generated<number | null>
    path: Generated<string | null>
  }
  /** Browsers that ring while no page is open. */
  pushSubscriptions: {
    id: Generated<number>
    accountId: string
    organisationId: string | null
    product: Product | 'driver'
    sessionId: string | null
    endpoint: string
    p256dh: string
    auth: string
    serverKey: string
    device: string
    addedAt: Date
    seenAt: Date
  }
  /** 0049_email_changes.sql. */
  emailChanges: { accountId: string; email: string; tokenHash: string; endsAt: Date }
  /** 0047_news.sql. */
  news: {
    id: Generated<number>
    eventId: number
    kind: string
    reader: string
    title: string
    words: string
    requestId: string | null
    aboutId: string | null
    thread: string | null
    takesBack: Generated<boolean>
    isOver: Generated<boolean>
    at: Date
    actorId: string | null
  }
  newsRead: { newsId: number; accountId: string }
  newsReadUpTo: { accountId: string; reader: string; newsId: number }
  /** 0059_outside_ids.sql. */
  outsideIds: {
    organisationId: string
    value: string
    system: string
    requestId: string
    fingerprint: string
  }
  dueReactions: { eventId: number; tries: Generated<number>; dueAt: Generated<Date> }
  gatheredRaises: { id: Generated<number>; hospitalId: string; raisedAt: Date }
  idempotencyKeys: { scope: string; key: string; fingerprint: string; answer: string | null; createdAt: Date }
  storedFiles: {
    id: Generated<number>
    contentKey: string
    sha256: string
    bytes: number
    storedAt: Generated<Date>
    path: string | null
    named: number | null
    goneAt: Date | null
  }
  rateLimits: { key: string; windowEndsAt: Date; calls: number }
} & AuditTables &
  BankTables &
  BagTables &
  BenchTables &
  HookTables &
  OrderTables &
  DrivingTables &
  TallyTables &
  HearingTables &
  DowntimeTables

export type EventRow = {
  id: Generated<number>
  txid: Generated<string>
  subjectKind: string
  subjectId: string
  kind: string
  at: Date
  actorId: string | null
  actorName: string
  /** Of those who act for an organisation; empty where it is not known, null in rows from before. */
  person: string | null
  fromStatus: string | null
  toStatus: string | null
  /** Written as text, so that the hash is taken over what is stored. */
  detail: string
  hospitalId: string | null
  bankId: string | null
  driverEmail: string | null
  previousHash: string
  hash: string
}

/** 0042_audit.sql. */
type AuditTables = {
  opened: { accountId: string; thing: string; at: Date }
  verificationsOfTrail: {
    id: Generated<number>
    askedAt: Date
    askedBy: string
    askedFor: string | null
    state: Generated<'waiting' | 'running' | 'done'>
    heardAt: Generated<Date | null>
    beganAt: Generated<Date | null>
    endedAt: Generated<Date | null>
    upTo: Generated<number>
    read: Generated<number>
    total: Generated<number>
    seals: Generated<number>
    isWhole: Generated<boolean | null>
  }
  verifiedPlaces: {
    verificationId: number
    /** '' is all of the trail. */
    organisationId: string
    events: number
    firstAt: Date | null
    faults: number
    /** As JSON. */
    told: string
  }
}

/** 0045_hearing.sql. */
type HearingTables = {
  hearing: { accountId: string; organisationId: string | null; kind: string; way: Way; isOn: boolean }
  deskHearing: { organisationId: string; kind: string; way: Channel; isOn: boolean }
  hearers: { accountId: string; phone: Generated<string>; quietFrom: string | null; quietTo: string | null }
}

/** 0004_orders.sql. */
type OrderTables = {
  driverAssignments: {
    requestId: string
    position: number
    driverEmail: string
    startStatus: RequestStatus
    endStatus: RequestStatus | null
  }
  requestDrivers: { driverEmail: string; raisedAt: Date; requestId: string }
  invoices: {
    requestId: string
    invoiceId: string
    kind: InvoiceKind
    issuedAt: Date
    bankId: string
    pricePaise: number
    deliveryPaise: number
    feePaise: number
    totalPaise: number
  }
  invoiceNumbers: { year: number; last: number }
  pictures: {
    requestId: string
    seq: Generated<number>
    state: PictureState
    name: string
    aside: Generated<number>
    path: string
    bytes: number
    takenAt: Date
    takenBy: string
    /** Whose it is that lies aside. */
    driverEmail: Generated<string | null>
  }
}

/** 0011_driving.sql, 0034_stopped_deliveries.sql. */
type DrivingTables = {
  deliverySteps: {
    requestId: string
    id: string
    seq: number
    step: DeliveryStep
    /** Null where its bank told it. */
    driverEmail: string | null
    teller: Generated<'driver' | 'bank'>
    /** Who of the bank. */
    toldBy: Generated<string | null>
    doneAt: Date
    arrivedAt: Date
    temperature: number | null
    verdict: TemperatureVerdict | null
    receiver: string | null
    handOver: HandOverProof | null
    reason: string | null
    keptAside: KeptAside | null
    allowedBy: Generated<string | null>
    decision: Generated<StopDecision | null>
    decisionReason: Generated<string | null>
    decidedBy: Generated<string | null>
    decidedAt: Generated<Date | null>
  }
  temperatureBands: TemperatureBand
}

/** 0005_tracking.sql. Written by the database itself; '' is no bank. */
type TallyTables = {
  requestCounts: Kind & { month: string; hospitalId: string; requests: number }
  unitCounts: Kind & { day: string; units: number }
}
type Kind = { bankId: string; component: ComponentCode; bloodGroup: BloodGroup; status: RequestStatus }

/** 0002_banks.sql. A column of type date is a day in India, as `2026-11-15`. */
type BankTables = {
  stock: {
    bankId: string
    component: ComponentCode
    bloodGroup: BloodGroup
    quantity: number
    countedAt: Date
    countedBy: string
    isBySystem: Generated<boolean>
  }
  bankPrices: { bankId: string; component: ComponentCode; paise: number }
  deliveryPrices: { name: string; paise: number }
  pictureTypes: {
    state: PictureState
    name: string
    position: number
  }
  companies: { name: string; category: CampCategory; donationDays: string[]; updatedAt: Date }
  camps: {
    id: Generated<number>
    bankId: string
    category: CampCategory
    heldOn: string
    askedAt: Date
    askedBy: string
  }
  donorForms: DonorFormRow
  /** 0046_notices.sql. */
  notices: {
    id: GeneratedAlways<number>
    text: string
    audience: Audience
    organisationIds: string[]
    fromAt: Date
    untilAt: Date | null
    writtenAt: Date
    writtenBy: string
    endedAt: Date | null
    endedBy: string | null
    version: Generated<number>
    isOverAt: GeneratedAlways<Date>
  }
  apiKeys: ApiKeyRow
  erasedForms: ErasedFormRow
  retention: { kind: 'donor-forms' | 'messages'; days: number }
}
