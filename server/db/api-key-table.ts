import type { Generated } from 'kysely'
import type { Scope } from '#domain/keys/scopes.ts'
import type { Product } from '#domain/people/roles.ts'

/** 0055_api_keys.sql. */
export type ApiKeyRow = {
  id: string
  organisationId: string | null
  product: Product
  name: string
  prefix: string
  hash: string
  scopes: Scope[]
  isTest: Generated<boolean>
  networks: Generated<string[]>
  madeBy: string
  madeByName: string
  madeAt: Date
  until: Date
  usedAt: Date | null
  stoppedAt: Date | null
  stoppedByName: string | null
}
