import { z } from 'zod'

export const products = ['admin', 'pilot', 'plus', 'bloodbank'] as const
export const Product = z.enum(products)
export type Product = z.infer<typeof Product>

export const roles = ['admin', 'staff'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** What an account may be: given by the provider, or else read from its e-mail. */
export const Grant = z.object({ product: Product, role: Role, organisationId: z.string().nullable() })
export type Grant = z.infer<typeof Grant>

/** §6: five named hospitals are pilot and admin. A list, not a prefix: a new "bewell…" gets nothing by its name (AMB-23). */
export const namedHospitals: readonly string[] = [
  'firm',
  'noble',
  'bewellanna',
  'bewellkilpauk',
  'bewelltnagar',
]

/** §6: the account with exactly this local part runs the service (AMB-29). */
export const supportName = 'bloodsupport'

export const localPart = (email: string): string => email.trim().toLowerCase().split('@')[0] ?? ''

/** The hospital or bank an address belongs to: before the first underscore if it carries a marker, else all of it. */
export function organisationIn(email: string): string {
  const name = localPart(email)
  return markers.some((marker) => name.includes(marker)) ? name.slice(0, name.indexOf('_')) : name
}
const markers = ['_admin', '_pilot', '_bloodbank']

/** §6, as ruled in AMB-20 to 23 and 28, 29. The provider's own grant stands over it (AMB-26). */
export function grantFromEmail(email: string): Grant {
  const name = localPart(email)
  const organisationId = organisationIn(email)
  if (name === supportName) return { product: 'admin', role: 'admin', organisationId: null }
  if (name.includes('_bloodbank')) return { product: 'bloodbank', role: 'admin', organisationId }
  if (name.includes('_pilot')) return { product: 'pilot', role: 'staff', organisationId }
  if (namedHospitals.includes(organisationId)) return { product: 'pilot', role: 'admin', organisationId }
  if (name.includes('_admin')) return { product: 'plus', role: 'admin', organisationId }
  return { product: 'plus', role: 'staff', organisationId }
}

/** For it all test keys act (ruling AMB-318). */
export const testHospital = 'test'

/** §7.1: hospitals of our own making: their mails go to us, and no list of choices offers them. */
export const ownHospitals: readonly string[] = ['dev', testHospital]
export const isOwnHospital = (id: string): boolean => ownHospitals.includes(id)
