import type { InvoiceParty } from '../billing/invoicing.ts'
import { PictureName, PictureState } from '../requests/pictures.ts'

/** What a file beside the documents is, by its path alone (§3.3). */
export type FileName =
  | { readonly kind: 'invoice'; readonly requestId: string; readonly party: InvoiceParty }
  | {
      readonly kind: 'picture'
      readonly requestId: string
      readonly state: PictureState
      readonly name: string
      readonly seq: number
      readonly aside: number
    }
  | { readonly kind: 'signature'; readonly formId: string }

const place = '[a-z0-9][a-z0-9.+-]{0,59}'
const invoice = new RegExp(`^invoices/([0-9a-f]{8})/\\1-(hospital|bloodbank)-${place}-invoice\\.pdf$`)
const picture =
  /^images\/([0-9a-f]{8})\/\1-([A-Za-z]+)-([A-Za-z0-9]+)(?:-([2-9]|10))?(?:-aside([1-9]\d{0,2}))?\.jpeg$/
const signature = new RegExp(`^signatures/${place}/([0-9a-f]{8})-[0-9a-f]{8,64}\\.png$`)

/** Null for every path that is not one of ours: it is neither read nor kept. */
export function readFileName(path: string): FileName | null {
  const billed = invoice.exec(path)
  if (billed) return { kind: 'invoice', requestId: billed[1] ?? '', party: billed[2] as InvoiceParty }
  const signed = signature.exec(path)
  if (signed) return { kind: 'signature', formId: signed[1] ?? '' }
  const taken = picture.exec(path)
  const state = PictureState.safeParse(taken?.[2])
  const name = PictureName.safeParse(taken?.[3])
  if (!taken || !state.success || !name.success) return null
  const of = { seq: Number(taken[4] ?? 1), aside: Number(taken[5] ?? 0) }
  return { kind: 'picture', requestId: taken[1] ?? '', state: state.data, name: name.data, ...of }
}

/** How such a file begins. */
export const firstBytes: Record<FileName['kind'], readonly number[]> = {
  invoice: [0x25, 0x50, 0x44, 0x46, 0x2d],
  picture: [0xff, 0xd8, 0xff],
  signature: [0x89, 0x50, 0x4e, 0x47],
}
