import { z } from 'zod'
import type { Product } from '../people/roles.ts'

/** What a key may at most. A route names the one it asks for; a route that names none is closed to keys. */
export const scopes = [
  'orders:read',
  'orders:write',
  'stock:write',
  'bags:write',
  'fate:write',
  'reports:read',
] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

const ofHospitals: readonly Scope[] = ['orders:read', 'orders:write', 'fate:write', 'reports:read']

/** What can be ticked for a key of theirs: nothing of it is more than an admin there may (ruling AMB-315). */
export const scopesFor: Record<Product, readonly Scope[]> = {
  pilot: ofHospitals,
  plus: ofHospitals,
  bloodbank: ['orders:read', 'stock:write', 'bags:write', 'reports:read'],
  admin: ['orders:read', 'reports:read'],
}

export const scopeNames: Record<Scope, string> = {
  'orders:read': 'Read orders and where they are',
  'orders:write': 'Raise, amend and cancel orders',
  'stock:write': 'Send counts of the stock, and read them',
  'bags:write': 'Take bags in, record their tests, discard them, and read the shelf',
  'fate:write': 'Read issue notes, and say how bags came and what became of them',
  'reports:read': 'Fetch registers, lists as files, figures and invoices',
}
