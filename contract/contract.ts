import { audit } from './audit.ts'
import { bagLabels, bags } from './bags.ts'
import { billing } from './billing.ts'
import { browsers } from './browsers.ts'
import { camps } from './camps.ts'
import { consent } from './consent.ts'
import { donors } from './donors.ts'
import { downtime } from './downtime.ts'
import { driving } from './driving.ts'
import { exchange } from './exchange.ts'
import { fates } from './fates.ts'
import { fhir } from './fhir.ts'
import { finding } from './finding.ts'
import { hearing } from './hearing.ts'
import { hooks } from './hooks.ts'
import { invoiceFiles } from './invoice-files.ts'
import { issuing } from './issuing.ts'
import { keys } from './keys.ts'
import { late } from './late.ts'
import { live } from './live.ts'
import { matching } from './matching.ts'
import { joining, members } from './members.ts'
import { messages } from './messages.ts'
import { namedCalls } from './named-calls.ts'
import { news } from './news.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { accounts, invitations, organisations } from './organisations.ts'
import { people } from './people.ts'
import { pictures } from './pictures.ts'
import { registers } from './registers.ts'
import { requests } from './requests.ts'
import { sheets } from './sheets.ts'
import { slips } from './slips.ts'
import { stock } from './stock.ts'

/** Every route there is, by capability. A route that is not here does not exist. */
export const contract = {
  people,
  members,
  joining,
  requests,
  orders,
  finding,
  organisations,
  accounts,
  invitations,
  messages,
  notices,
  news,
  browsers,
  hearing,
  hooks,
  audit,
  pictures,
  driving,
  invoiceFiles,
  billing,
  camps,
  donors,
  consent,
  stock,
  bags: { ...bags, ...bagLabels },
  slips,
  issuing,
  matching,
  fates,
  registers,
  downtime,
  sheets,
  late,
  exchange,
  keys,
  fhir,
  live,
  namedCalls,
}
