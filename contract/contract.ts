import { billing } from './billing.ts'
import { camps } from './camps.ts'
import { invoiceFiles } from './invoice-files.ts'
import { live } from './live.ts'
import { messages } from './messages.ts'
import { namedCalls } from './named-calls.ts'
import { orders } from './orders.ts'
import { accounts, organisations } from './organisations.ts'
import { people } from './people.ts'
import { pictures } from './pictures.ts'
import { requests } from './requests.ts'

/** Every route there is, by capability. A route that is not here does not exist. */
export const contract = {
  people,
  requests,
  orders,
  organisations,
  accounts,
  messages,
  pictures,
  invoiceFiles,
  billing,
  camps,
  live,
  namedCalls,
}
