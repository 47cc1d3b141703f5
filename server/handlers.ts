import type { z } from 'zod'
import type { contract } from '#contract/contract.ts'
import type { DemoAccount } from '#contract/people.ts'
import { auditHandlers } from './audit/handlers.ts'
import { auditSheets } from './audit/sheet.ts'
import { bagHandlers } from './bags/handlers.ts'
import { printLabels } from './bags/labels.ts'
import type { Clock } from './basics/clock.ts'
import { generateInvoice } from './billing/generating.ts'
import { billingHandlers } from './billing/handlers.ts'
import { invoiceFileHandlers } from './billing/invoice-files.ts'
import type { Invoices } from './billing/invoices.ts'
import { billingSheets } from './billing/sheets.ts'
import { campHandlers } from './camps/handlers.ts'
import type { Tx } from './db/database.ts'
import type { Jobs } from './db/jobs.ts'
import { type Limits, limitsIn } from './db/limits.ts'
import { tellOpenedWith } from './db/opening.ts'
import type { Reactions } from './db/reacting.ts'
import type { StoredFiles } from './db/stored-files.ts'
import type { Drawing } from './documents/drawing.ts'
import { certificatesOn } from './donors/certificates.ts'
import { consentHandlers } from './donors/consent-handlers.ts'
import { donorHandlers } from './donors/handlers.ts'
import { consentSheets } from './donors/sheet.ts'
import { downtimeHandlers } from './downtime/handlers.ts'
import { lateHandlers } from './downtime/late.ts'
import type { Packs } from './downtime/packs.ts'
import { drivingHandlers } from './driving/handlers.ts'
import { exchangeHandlers } from './exchange/handlers.ts'
import { fateHandlers } from './fates/handlers.ts'
import { fhirHandlers } from './fhir/handlers.ts'
import { hookHandlers } from './hooks/handlers.ts'
import { keyHandlers } from './keys/handlers.ts'
import { matchingHandlers } from './matching/handlers.ts'
import { browserHandlers } from './messages/browsers.ts'
import { waysSetUp } from './messages/carriers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { hearingHandlers } from './messages/hearing.ts'
import { newsHandlers } from './messages/news-handlers.ts'
import { textPurses } from './messages/purses.ts'
import { sendingHandlers } from './messages/sending.ts'
import { noticeHandlers } from './notices/handlers.ts'
import { accountHandlers } from './people/account-handlers.ts'
import { registerDriver } from './people/driver-registration.ts'
import { renewDriverSession } from './people/driver-session.ts'
import { peopleHandlers } from './people/handlers.ts'
import { invitationHandlers } from './people/invitations.ts'
import { joiningHandlers } from './people/joining.ts'
import { memberHandlers } from './people/members.ts'
import { organisationHandlers } from './people/organisation-handlers.ts'
import { pictureHandlers } from './pictures/handlers.ts'
import type { AllHandlers } from './platform/http/call.ts'
import { readBuildId } from './platform/http/pages.ts'
import type { Identity } from './platform/identity/identity.ts'
import { pushKeysOf } from './platform/messaging/push-keys.ts'
import { placesOf } from './platform/places/places.ts'
import type { Settings } from './platform/settings.ts'
import { registerHandlers } from './registers/handlers.ts'
import { findingHandlers } from './requests/finding.ts'
import { requestHandlers } from './requests/handlers.ts'
import { issuingHandlers } from './requests/issuing-handlers.ts'
import { orderHandlers } from './requests/order-handlers.ts'
import { requestSheets } from './requests/sheets.ts'
import { slipHandlers } from './slips/handlers.ts'
import { stockSheets } from './stock/day-sheet.ts'
import { stockHandlers } from './stock/handlers.ts'

export type HandlerParts = {
  settings: Settings
  secret: string
  clock: Clock
  jobs: Jobs
  files: StoredFiles
  drawing: Drawing
  identity: Identity
  limits: Limits
  invoices: Invoices
  packs: Packs
  reactions: Reactions
  demoAccounts: readonly z.infer<typeof DemoAccount>[]
  warn: (line: object, text: string) => void
}

/** Who answers each call of the contract, by capability; the live stream is no call. */
export function handlersOf(parts: HandlerParts): AllHandlers<Omit<typeof contract, 'live'>> {
  const { settings, clock, files, drawing, identity, limits, demoAccounts } = parts
  const { publicUrl } = settings
  const saysWhy = settings.LOGIN_DETAIL === 'spec'
  const purses = (tx: Tx) => (settings.sms ? textPurses(limitsIn(tx, clock), settings.texts) : null)
  const ways = waysSetUp(settings)
  const findPlaces = placesOf(settings.places, parts.warn)
  const opened = tellOpenedWith(parts.warn)
  const buildID = readBuildId()
  const requests = requestHandlers(settings.raises, opened)
  return {
    people: peopleHandlers({
      ...{ identity, limits, secret: parts.secret, publicUrl, saysWhy, demoAccounts },
      warn: parts.warn,
    }),
    members: memberHandlers({ publicUrl, ways }),
    joining: joiningHandlers,
    requests,
    orders: orderHandlers(purses, opened),
    finding: findingHandlers,
    organisations: organisationHandlers,
    accounts: accountHandlers({ identity, publicUrl }),
    invitations: invitationHandlers({ publicUrl }),
    messages: messageHandlers,
    notices: noticeHandlers,
    news: newsHandlers,
    browsers: browserHandlers({
      publicKey: pushKeysOf(parts.secret).publicKey,
      networks: settings.outgoingNetworks,
    }),
    hearing: hearingHandlers(settings.PROVIDER_MAILS, ways),
    hooks: hookHandlers({ secret: parts.secret, settings }),
    audit: auditHandlers,
    registers: registerHandlers({ drawing }),
    late: lateHandlers({ secret: parts.secret }),
    downtime: downtimeHandlers({ packs: parts.packs, files }),
    sheets: {
      ...requestSheets,
      ...billingSheets,
      ...consentSheets,
      ...auditSheets,
      ...stockSheets(drawing),
    },
    pictures: pictureHandlers(files, opened),
    driving: drivingHandlers({ files, renew: renewDriverSession(identity) }),
    invoiceFiles: invoiceFileHandlers({ files, drawing, opened }),
    billing: billingHandlers,
    camps: campHandlers,
    donors: donorHandlers(limits, parts.secret),
    consent: consentHandlers({
      ...{ files, opened },
      certificate: certificatesOn({ files, drawing, warn: parts.warn }),
    }),
    stock: stockHandlers,
    bags: { ...bagHandlers, labels: printLabels(drawing) },
    slips: slipHandlers({ drawing, opened, publicUrl }),
    issuing: issuingHandlers,
    matching: matchingHandlers({ opened, identity, limits, secret: parts.secret }),
    fates: fateHandlers,
    exchange: exchangeHandlers,
    keys: keyHandlers,
    fhir: fhirHandlers({ requests, limits: settings.raises, opened, publicUrl }),
    namedCalls: {
      ...sendingHandlers(parts.reactions),
      getAddress: (_call, { address }) => findPlaces(address),
      buildId: () => ({ buildID }),
      createUser: registerDriver,
      generateInvoice: generateInvoice(parts.invoices),
    },
  }
}
