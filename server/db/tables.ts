import type { Generated } from 'kysely'
import type { AccountStatus } from '#domain/people/actor.ts'
import type { Product, Role } from '#domain/people/roles.ts'
import type { BloodRequest } from '#domain/requests/request.ts'

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
    referenceBankId: string | null
    createdAt: Date
  }
  accounts: {
    id: string
    email: string
    name: string
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
    createdAt: Generated<Date>
  }
  grants: { accountId: string; product: Product; role: Role; organisationId: string | null }
  drivers: { email: string; accountId: string; name: string; phone: string }
  requests: BloodRequest
  deliveries: {
    requestId: string
    seq: number
    units: number
    state: Generated<string>
    deliveredAt: Date | null
  }
  events: EventRow
  seals: { id: Generated<number>; lastEventId: number; events: number; sealedAt: Date; digest: string }
  notifications: {
    id: Generated<number>
    eventId: number | null
    channel: 'mail' | 'sms'
    kind: string
    recipient: string
    subject: Generated<string>
    body: string
    state: Generated<'waiting' | 'sent' | 'kept' | 'failed'>
    tries: Generated<number>
    error: string | null
    createdAt: Date
    sentAt: Date | null
    once: string
  }
  idempotencyKeys: { scope: string; key: string; fingerprint: string; answer: string | null; createdAt: Date }
  rateLimits: { key: string; windowEndsAt: Date; calls: number }
}

export type EventRow = {
  id: Generated<number>
  txid: Generated<string>
  subjectKind: string
  subjectId: string
  kind: string
  at: Date
  actorId: string | null
  actorName: string
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
