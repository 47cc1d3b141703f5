import type { organisations } from '#contract/organisations.ts'
import type { Handlers } from '../platform/http/call.ts'
import { organisationStore } from './organisation-store.ts'

export const organisationHandlers: Handlers<typeof organisations> = {
  hospitalChoices: async ({ db }) => ({ items: await organisationStore(db).hospitals() }),
  bankChoices: async ({ db }) => ({ items: await organisationStore(db).banks() }),
  drivers: async ({ db }) => ({ items: await organisationStore(db).drivers() }),
}
