import { type ComponentCode, componentCodes } from '../basics/blood.ts'
import type { AccountStatus } from '../people/actor.ts'
import type { PictureState } from '../requests/pictures.ts'

export type OrganisationRecord = {
  readonly id: string
  readonly kind: 'hospital' | 'bank'
  readonly name: string
  readonly address: string
  readonly phones: readonly string[]
  readonly email: string
  readonly accountStatus: AccountStatus
  readonly referenceBankId: string | null
  /** By component; one that is missing has no price. */
  readonly paise: Partial<Record<ComponentCode, number>>
}

/** §3.2: one entry for each hospital and bank. */
export function organisationDocument(organisation: OrganisationRecord) {
  const { id, kind, name, address, phones, email, accountStatus, referenceBankId, paise } = organisation
  const prices = componentCodes.flatMap((code) =>
    paise[code] === undefined ? [] : [[code, paise[code] / 100]],
  )
  return {
    id: `configDB-${id}`,
    entityType: kind === 'bank' ? 'bloodbank' : 'hospital',
    entityID: id,
    entityName: name,
    entityAddress: address,
    contactNums: [...phones],
    email,
    accountStatus,
    referenceBloodbank: referenceBankId ?? '',
    componentPricePerUnit: Object.fromEntries(prices) as Partial<Record<ComponentCode, number>>,
  }
}

/** §3.2: the three documents that stand beside the entries. */
export const driversDocument = (drivers: readonly { name: string; phone: string; email: string }[]) => ({
  id: 'configDB.Drivers',
  Drivers: drivers.map(({ name, phone, email }) => ({ name, phone, email })),
})

export const pictureTypesDocument = (types: readonly { state: PictureState; name: string }[]) => ({
  id: 'configDB.pictureTypes',
  pictureTypes: Object.fromEntries(
    [...new Set(types.map(({ state }) => state))].map((state) => [
      state,
      types.filter((type) => type.state === state).map(({ name }) => name),
    ]),
  ),
})

/** How other systems know the document of delivery prices. */
export const deliveryPricesId = 'delivery_related_prices'

export const deliveryPricesDocument = (prices: readonly { name: string; paise: number }[]) => ({
  id: 'configDB.delivery_related_prices',
  entityID: deliveryPricesId,
  delivery_related_prices: prices.map(({ name, paise }) => ({ name, value: paise / 100 })),
})
