import { z } from 'zod'
import { ComponentCode } from '../basics/blood.ts'
import { line } from '../basics/text.ts'
import { mostPaise } from '../billing/pricing.ts'
import { AccountStatus } from '../people/actor.ts'
import { isPhone } from '../people/registering.ts'
import { PictureName, PictureState } from '../requests/pictures.ts'
import { deliveryPricesId, type OrganisationRecord } from './config-document.ts'
import { filled, OrganisationId, orNothing, type Reading, Rupees, readBy } from './shapes.ts'

export type ReadDriver = { readonly name: string; readonly phone: string; readonly email: string }

/** One thing that a document of the configuration holds. */
export type ConfigRow =
  | { readonly kind: 'organisation'; readonly organisation: OrganisationRecord }
  | { readonly kind: 'driver'; readonly driver: ReadDriver }
  | {
      readonly kind: 'picture-type'
      readonly type: { readonly state: PictureState; readonly name: string; readonly position: number }
    }
  | { readonly kind: 'delivery-price'; readonly price: { readonly name: string; readonly paise: number } }

/** §3.2: one entry, or one of the three documents beside them, of which each part is read by itself. */
export function readConfig(document: unknown): Reading<ConfigRow>[] {
  const kind = Kind.safeParse(document)
  if (!kind.success) return [{ why: 'must be an object' }]
  const { Drivers, pictureTypes, delivery_related_prices: prices } = kind.data
  if (Drivers !== undefined) return each('Drivers', Drivers, (one) => readBy(DriverRow, one))
  const priceList = prices ?? pricesBeside(kind.data)
  if (priceList !== undefined) return each(deliveryPricesId, priceList, (one) => readBy(PriceRow, one))
  if (pictureTypes !== undefined) return readPictureTypes(pictureTypes)
  return [readBy(OrganisationRow, document)]
}

const Kind = z.looseObject({
  Drivers: z.unknown().optional(),
  pictureTypes: z.unknown().optional(),
  delivery_related_prices: z.unknown().optional(),
})

/** The other shape of it: each price under its name, beside the entityID. */
function pricesBeside({ entityID, ...rest }: z.output<typeof Kind>): unknown[] | undefined {
  if (entityID !== deliveryPricesId) return undefined
  const named = Object.entries(rest).filter(([name]) => name !== 'id')
  return named.map(([name, value]) => ({ name, value }))
}

function each<Row>(name: string, list: unknown, read: (one: unknown) => Reading<Row>): Reading<Row>[] {
  if (!Array.isArray(list)) return [{ why: `${name}: must be a list` }]
  return list.map((one, at) => {
    const reading = read(one)
    return 'why' in reading ? { why: `${name}.${at}.${reading.why}` } : reading
  })
}

function readPictureTypes(byState: unknown): Reading<ConfigRow>[] {
  const read = readBy(z.record(z.string(), z.array(z.string())), byState)
  if ('why' in read) return [{ why: `pictureTypes.${read.why}` }]
  return Object.entries(read.row).flatMap(([state, names]) =>
    names.map((name, at) => {
      const type = readBy(PictureTypeRow, { state, name, position: at + 1 })
      return 'why' in type ? { why: `pictureTypes.${state}.${type.why}` } : type
    }),
  )
}

const OrganisationRow = z
  .object({
    entityType: z.enum(['hospital', 'bloodbank']),
    entityID: OrganisationId,
    entityName: filled(200),
    entityAddress: line(500).default(''),
    contactNums: z.array(line(40)).max(2).default([]),
    email: line(254).default(''),
    accountStatus: AccountStatus,
    referenceBloodbank: orNothing(OrganisationId),
    componentPricePerUnit: z.partialRecord(ComponentCode, Rupees(mostPaise)).default({}),
  })
  .transform((entry) => ({
    kind: 'organisation' as const,
    organisation: {
      id: entry.entityID,
      kind: entry.entityType === 'bloodbank' ? ('bank' as const) : ('hospital' as const),
      name: entry.entityName,
      address: entry.entityAddress,
      phones: entry.contactNums,
      email: entry.email,
      accountStatus: entry.accountStatus,
      referenceBankId: entry.referenceBloodbank,
      paise: entry.componentPricePerUnit,
    },
  }))

const DriverRow = z
  .object({
    name: filled(120),
    phone: line(40).refine(isPhone, 'must be a phone number'),
    email: z.string().trim().toLowerCase().regex(z.regexes.unicodeEmail, 'must be an e-mail address'),
  })
  .transform((driver) => ({ kind: 'driver' as const, driver }))

const PictureTypeRow = z
  .object({ state: PictureState, name: PictureName, position: z.int().max(1_000) })
  .transform((type) => ({ kind: 'picture-type' as const, type }))

const PriceRow = z
  .object({ name: filled(60), value: Rupees(mostPaise) })
  .transform(({ name, value }) => ({ kind: 'delivery-price' as const, price: { name, paise: value } }))
