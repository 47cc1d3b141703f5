import type { Collection, exchange } from '#contract/exchange.ts'
import { companyDocument, donorDocument, inventoryDocument } from '#domain/exchange/bank-documents.ts'
import {
  deliveryPricesDocument,
  driversDocument,
  organisationDocument,
  pictureTypesDocument,
} from '#domain/exchange/config-document.ts'
import { requestDocument } from '#domain/exchange/request-document.ts'
import type { Handlers } from '../platform/call.ts'
import { forbidden } from '../platform/refuse.ts'
import { exchangeStore, type Part } from './store.ts'

const pageSize = 100

type Store = ReturnType<typeof exchangeStore>
type Found = { key: string; document: { id: string } }

export const exchangeHandlers: Handlers<typeof exchange> = {
  async documents({ db }, { collection, after = '' }) {
    return pageOf(await readers[collection](exchangeStore(db), { after, limit: pageSize }))
  },

  async donorForms({ actor, db }, { after = '' }) {
    if (actor.kind !== 'member' || actor.organisationId === null) throw forbidden()
    const forms = await exchangeStore(db).donorForms(actor.organisationId, { after, limit: pageSize })
    return pageOf(forms.map((form) => ({ key: form.id, document: donorDocument(form) })))
  },
}

const readers: Record<Collection, (store: Store, part: Part) => Promise<Found[]>> = {
  hospitalDB: async (store, part) =>
    (await store.requests(part)).map((request) => ({ key: request.id, document: requestDocument(request) })),
  configDB: async (store, part) => {
    const entries = (await store.organisations(part)).map((organisation) => ({
      key: organisation.id,
      document: organisationDocument(organisation),
    }))
    return part.after === '' ? [...(await singles(store)), ...entries] : entries
  },
  CompanyDB: async (store, part) =>
    (await store.companies(part)).map((company) => ({
      key: company.name,
      document: companyDocument(company),
    })),
  BloodBankInventory: async (store, part) =>
    (await store.inventories(part)).map(({ id, rows }) => ({
      key: id,
      document: inventoryDocument(id, rows),
    })),
}

/** They stand before the entries, on the first page. */
const singles = async (store: Store): Promise<Found[]> =>
  [
    driversDocument(await store.drivers()),
    pictureTypesDocument(await store.pictureTypes()),
    deliveryPricesDocument(await store.deliveryPrices()),
  ].map((document) => ({ key: '', document }))

const pageOf = (found: readonly Found[]) => ({
  items: found.map(({ document }) => document),
  next: found.length < pageSize ? null : (found.at(-1)?.key ?? null),
})
