import type { Collection } from '#contract/exchange.ts'
import { companyDocument, inventoryDocument } from '#domain/exchange/bank-documents.ts'
import {
  deliveryPricesDocument,
  driversDocument,
  organisationDocument,
  pictureTypesDocument,
} from '#domain/exchange/config-document.ts'
import { invoiceSummaryDocument } from '#domain/exchange/invoice-summary.ts'
import { requestDocument } from '#domain/exchange/request-document.ts'
import type { exchangeStore, Part } from './store.ts'

type Store = ReturnType<typeof exchangeStore>
/** The key is what a page goes on after. */
export type Found = { key: string; document: { id: string } }

export const readers: Record<Collection, (store: Store, part: Part) => Promise<Found[]>> = {
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
  invoiceSummaries: async (store, part) =>
    (await store.invoices(part)).map((invoice) => ({
      key: invoice.requestId,
      document: invoiceSummaryDocument(invoice),
    })),
}

/** They stand before the entries, on the first page. */
const singles = async (store: Store): Promise<Found[]> =>
  [
    driversDocument(await store.drivers()),
    pictureTypesDocument(await store.pictureTypes()),
    deliveryPricesDocument(await store.deliveryPrices()),
  ].map((document) => ({ key: '', document }))
