import type { Grant } from './roles.ts'

/** Whose a fact is that was done by, or to, somebody of an organisation. The provider's own are nobody else's. */
export function ownersOf({ product, organisationId }: Pick<Grant, 'product' | 'organisationId'>): {
  hospitalId: string | null
  bankId: string | null
} {
  if (product === 'admin') return { hospitalId: null, bankId: null }
  return product === 'bloodbank'
    ? { hospitalId: null, bankId: organisationId }
    : { hospitalId: organisationId, bankId: null }
}
