import { randomUUID } from 'node:crypto'
import { type ConfigRow, readConfig } from '#domain/exchange/config-reader.ts'
import { isReserved } from '#domain/people/registering.ts'
import { organisationIn } from '#domain/people/roles.ts'
import { importStore, importWriter } from './import-store.ts'
import type { Importer } from './importers.ts'

const keys = {
  organisation: ({ id }: { id: string }) => `organisation ${id}`,
  driver: ({ email }: { email: string }) => `driver ${email}`,
  pictureType: ({ state, name }: { state: string; name: string }) => `picture-type ${state} ${name}`,
  deliveryPrice: ({ name }: { name: string }) => `delivery-price ${name}`,
}

function keyOf(row: ConfigRow): string {
  if (row.kind === 'organisation') return keys.organisation(row.organisation)
  if (row.kind === 'driver') return keys.driver(row.driver)
  if (row.kind === 'picture-type') return keys.pictureType(row.type)
  return keys.deliveryPrice(row.price)
}

/** Banks before the hospitals that name them, and those that name none before the others. */
const rank = (row: ConfigRow): number => {
  if (row.kind !== 'organisation') return 0
  const { kind, referenceBankId } = row.organisation
  return (kind === 'bank' ? 1 : 3) + (referenceBankId === null ? 0 : 1)
}

export const configImporter: Importer<ConfigRow> = {
  // small, and full of references to itself: taken as a whole
  batch: Number.POSITIVE_INFINITY,
  read: readConfig,
  keyOf,
  inOrder: (rows) => rows.toSorted((a, b) => rank(a) - rank(b)),

  async here(db) {
    const store = importStore(db)
    return [
      ...(await store.organisations()).map(keys.organisation),
      ...(await store.drivers()).map(keys.driver),
      ...(await store.pictureTypes()).map(keys.pictureType),
      ...(await store.deliveryPrices()).map(keys.deliveryPrice),
    ]
  },

  whyNot(row, { organisations }) {
    if (row.kind === 'organisation') {
      const { referenceBankId } = row.organisation
      if (referenceBankId === null || organisations.get(referenceBankId) === 'bank') return null
      return `referenceBloodbank: there is no blood bank ${referenceBankId}`
    }
    if (row.kind !== 'driver') return null
    const { email } = row.driver
    // ruling AMB-27: its e-mail would make it somebody else
    return isReserved(email, organisations.has(organisationIn(email)))
      ? `the e-mail ${email} is reserved`
      : null
  },

  async objections(db, rows) {
    const emails = rows.flatMap((row) => (row.kind === 'driver' ? [row.driver.email] : []))
    const taken = emails.length === 0 ? [] : await importStore(db).accounts(emails)
    return new Map(
      taken.map((account) => [keys.driver(account), `the account ${account.email} is not a driver's`]),
    )
  },

  enter(row, books) {
    if (row.kind === 'organisation') books.organisations.set(row.organisation.id, row.organisation.kind)
    if (row.kind === 'driver') books.drivers.add(row.driver.email)
  },

  async write(tx, rows, now) {
    const writer = importWriter(tx, now)
    const places = rows.flatMap((row) => (row.kind === 'organisation' ? [row.organisation] : []))
    const ids = new Set(
      await writer.organisations(
        places.map(({ paise: _, phones, ...place }) => ({ ...place, phones: [...phones], createdAt: now })),
      ),
    )
    const added = places.filter(({ id }) => ids.has(id))
    const prices = added.flatMap(({ id, paise }) =>
      (Object.keys(paise) as (keyof typeof paise)[]).map((component) => ({
        bankId: id,
        component,
        paise: paise[component] ?? 0,
      })),
    )
    await writer.bankPrices(prices)
    await writer.record(
      added.map(({ id, accountStatus }) => ({
        subjectId: id,
        kind: 'organisation-imported',
        to: accountStatus,
      })),
    )
    const drivers = rows.flatMap((row) =>
      row.kind === 'driver' ? [{ ...row.driver, accountId: randomUUID() }] : [],
    )
    const emails = await writer.drivers(drivers)
    await writer.record(
      drivers
        .filter(({ email }) => emails.includes(email))
        .map(({ email, accountId, name }) => ({
          subjectId: email,
          kind: 'driver-imported',
          detail: { accountId, name },
        })),
    )
    const types = rows.flatMap((row) => (row.kind === 'picture-type' ? [row.type] : []))
    const deliveryPrices = rows.flatMap((row) => (row.kind === 'delivery-price' ? [row.price] : []))
    return [
      ...added.map(keys.organisation),
      ...emails.map((email) => keys.driver({ email })),
      ...(await writer.pictureTypes(types)).map(keys.pictureType),
      ...(await writer.deliveryPrices(deliveryPrices)).map(keys.deliveryPrice),
    ]
  },
}
