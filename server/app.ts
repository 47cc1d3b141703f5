import Fastify, { type FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { billing } from '#contract/billing.ts'
import { camps } from '#contract/camps.ts'
import { consent } from '#contract/consent.ts'
import { contract } from '#contract/contract.ts'
import { donors } from '#contract/donors.ts'
import { driving } from '#contract/driving.ts'
import { exchange } from '#contract/exchange.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { issuing } from '#contract/issuing.ts'
import { live as liveRoutes } from '#contract/live.ts'
import { messages } from '#contract/messages.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { accounts, organisations } from '#contract/organisations.ts'
import { type DemoAccount, people } from '#contract/people.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { generateInvoice } from './billing/generating.ts'
import { billingHandlers } from './billing/handlers.ts'
import { invoicesOn } from './billing/invoices.ts'
import { campHandlers } from './camps/handlers.ts'
import { campReactions } from './camps/reactions.ts'
import { type Database, type Db, openDatabase, type Tx } from './db/database.ts'
import { limitsIn } from './db/limits.ts'
import { storedFilesOn } from './db/stored-files.ts'
import { workOn } from './db/work.ts'
import { type Drawing, drawingThreads } from './documents/drawing.ts'
import { consentHandlers } from './donors/consent-handlers.ts'
import { donorHandlers } from './donors/handlers.ts'
import { drivingHandlers } from './driving/handlers.ts'
import { exchangeHandlers } from './exchange/handlers.ts'
import { messageHandlers } from './messages/handlers.ts'
import { textPurses } from './messages/purses.ts'
import { sendingHandlers } from './messages/sending.ts'
import { accountHandlers } from './people/account-handlers.ts'
import { registerDriver } from './people/driver-registration.ts'
import { renewDriverSession } from './people/driver-session.ts'
import { peopleHandlers } from './people/handlers.ts'
import { organisationHandlers } from './people/organisation-handlers.ts'
import { peopleReactions } from './people/reactions.ts'
import { sendReset } from './people/resetting.ts'
import { peopleStore } from './people/store.ts'
import { pictureHandlers } from './pictures/handlers.ts'
import type { Clock } from './platform/clock.ts'
import { answerErrors, answerUnreadable } from './platform/errors.ts'
import type { Files } from './platform/files.ts'
import { refuseOtherSites, securityHeaders } from './platform/guards.ts'
import { type Mounting, mount, mountStream } from './platform/http.ts'
import { type Identity, identityOn } from './platform/identity.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { startLive } from './platform/live.ts'
import { loggerFor } from './platform/log.ts'
import { keepPace, type Pace, paceOfCalls } from './platform/pace.ts'
import { readBuildId, servePages } from './platform/pages.ts'
import { placesOf } from './platform/places.ts'
import { serveReference } from './platform/reference.ts'
import type { Settings } from './platform/settings.ts'
import { filesOf } from './platform/storage.ts'
import { headTimes, unusedConnectionsOf } from './platform/unused-connections.ts'
import { serveWatching } from './platform/watching.ts'
import { requestHandlers } from './requests/handlers.ts'
import { invoiceFileHandlers } from './requests/invoice-files.ts'
import { issuingHandlers } from './requests/issuing-handlers.ts'
import { orderHandlers } from './requests/order-handlers.ts'
import { requestReactions } from './requests/reactions.ts'
import { stockHandlers } from './stock/handlers.ts'
import { queues, startWork } from './worker.ts'

export type Service = {
  address: string
  app: FastifyInstance
  database: Database
  jobs: Jobs
  close(): Promise<void>
}

export type ServiceParts = {
  settings: Settings
  databaseUrl: string
  secret: string
  clock: Clock
  demoAccounts: readonly z.infer<typeof DemoAccount>[]
  /** Where the settings say, unless told. */
  files?: Files
  /** For what makes some of them only when they are asked for. */
  filesOver?: (files: Files, parts: { db: Db; drawing: Drawing }) => Files
  /** Threads of its own, which end with it, unless told. */
  drawing?: Drawing
  /** How quickly a body has to come, unless told. */
  pace?: Pace
  /** For what only tests add. */
  beforeListen?: (app: FastifyInstance) => void
}

/** The whole product in one process: pages and calls, live stream and jobs, as far as its role asks for them. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { settings, databaseUrl, clock } = parts
  const drawing = parts.drawing ?? drawingThreads()
  const app = Fastify({
    loggerInstance: loggerFor(settings.logLevel),
    bodyLimit: paceOfCalls.bytes,
    trustProxy: (_address, hop) => hop < settings.TRUST_PROXY,
    // what is under way is finished; what comes after is told to come back
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    http: headTimes,
    frameworkErrors: answerUnreadable,
  })
  const pace = parts.pace ?? paceOfCalls
  // a body of a call is short: whoever takes longer holds the line, and would hold up a stop
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET') keepPace(request.raw, pace)
  })
  const unused = unusedConnectionsOf(app.server)
  const onError = (error: unknown) => app.log.error({ err: error }, 'in the background')
  const database = openDatabase(databaseUrl, { onError, longestSilenceMs: 7_000 })
  const { db } = database
  const place = parts.files ?? filesOf(settings)
  const files = parts.filesOver?.(place, { db, drawing }) ?? place
  const stored = storedFilesOn(db, files)
  const jobs = await startJobs({ url: databaseUrl, isWorker: settings.ROLE !== 'web', queues, onError })
  const live = await startLive({
    db,
    url: databaseUrl,
    whoAre: (tokens) => peopleStore(db).whoAre(tokens, new Date()),
    onError,
  })
  const to = {
    providers: settings.PROVIDER_MAILS,
    dev: settings.DEV_MAILS,
    publicUrl: settings.publicUrl,
    driverUrl: settings.driverUrl,
  }
  const reactions = { ...requestReactions(to), ...campReactions(to), ...peopleReactions(to) }
  const worker = workOn({ db, jobs, reactions, afterCommit: live.nudge })
  const invoices = invoicesOn({ db, worker, files: stored, drawing, clock })
  const identity: Identity = identityOn({
    pool: database.pool,
    secret: parts.secret,
    publicUrl: settings.publicUrl,
    onResetAsked: (email, token) =>
      sendReset({ worker, db, clock, publicUrl: settings.publicUrl }, email, token),
  })

  let isClosing = false
  // a connection kept alive after its last answer would hold the stop up until it times out
  app.addHook('onSend', async (_request, reply) => void (isClosing && reply.header('connection', 'close')))
  answerErrors(app)
  serveWatching(app, {
    isReady: () => canReach(database),
    liveStreams: live.streams,
    metricsToken: settings.METRICS_TOKEN,
    isProxied: settings.publicUrl.startsWith('https:'),
  })
  if (settings.ROLE !== 'worker') {
    await serveWeb({ app, db, clock, worker, identity, live })
  }
  if (settings.ROLE !== 'web') {
    await startWork({ jobs, db, files, clock, worker, invoices, settings, log: app.log })
  }
  parts.beforeListen?.(app)
  const address = await app.listen({ port: settings.PORT, host: settings.HOST })
  return { address, app, database, jobs, close }

  async function serveWeb(
    web: Pick<Mounting, 'app' | 'db' | 'clock' | 'worker'> & { identity: Identity; live: typeof live },
  ) {
    const isSecure = settings.publicUrl.startsWith('https:')
    refuseOtherSites(app, settings.publicUrl)
    app.addHook('onSend', async (request, reply) => {
      // as the router read it: a percent-encoded path is the same path
      const isCall = [request.url, request.routeOptions.url].some((path) => path?.startsWith('/api/'))
      if (isCall && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      // by it a browser knows how wrong its own clock is (ruling AMB-19)
      reply.header('date', clock.now().toUTCString())
      for (const [name, value] of Object.entries(securityHeaders('', isSecure))) {
        if (!reply.hasHeader(name)) reply.header(name, value)
      }
    })
    const limits = limitsIn(db, clock)
    const mounting: Mounting = {
      ...web,
      limits,
      pace,
      sessionToken: identity.sessionToken,
      whoIs: (token) => peopleStore(db).whoIs(token, new Date()),
    }
    const saysWhy = settings.LOGIN_DETAIL === 'spec'
    const { publicUrl } = settings
    const { demoAccounts } = parts
    mount(mounting, people, peopleHandlers({ identity, limits, publicUrl, saysWhy, demoAccounts }))
    mount(mounting, requests, requestHandlers(settings.raises))
    const purses = (tx: Tx) => (settings.sms ? textPurses(limitsIn(tx, clock), settings.texts) : null)
    mount(mounting, orders, orderHandlers(purses))
    mount(mounting, organisations, organisationHandlers)
    mount(mounting, pictures, pictureHandlers(stored))
    mount(mounting, driving, drivingHandlers({ files: stored, renew: renewDriverSession(identity) }))
    mount(mounting, invoiceFiles, invoiceFileHandlers(stored))
    mount(mounting, billing, billingHandlers)
    mount(mounting, camps, campHandlers)
    mount(mounting, donors, donorHandlers(limits))
    mount(mounting, consent, consentHandlers({ files: stored, drawing }))
    mount(mounting, stock, stockHandlers)
    mount(mounting, issuing, issuingHandlers)
    mount(mounting, exchange, exchangeHandlers)
    mount(mounting, messages, messageHandlers(jobs))
    mount(mounting, accounts, accountHandlers({ identity, publicUrl }))
    const buildID = readBuildId()
    const findPlaces = placesOf(settings.places, (line, text) => app.log.warn(line, text))
    mount(mounting, namedCalls, {
      ...sendingHandlers(reactions),
      getAddress: (_call, { address }) => findPlaces(address),
      buildId: () => ({ buildID }),
      createUser: registerDriver,
      generateInvoice: generateInvoice(invoices),
    })
    mountStream(mounting, liveRoutes.stream, (reply, actor, token) => live.open(reply.raw, actor, token))
    serveReference(app, contract, settings.publicUrl)
    await servePages(app, isSecure)
  }

  /** Finishes what is under way, then lets go of everything, outermost first. */
  async function close(): Promise<void> {
    isClosing = true
    // no new calls first, then the streams, which the close waits for
    const closed = app.close()
    unused.end()
    await live.stop()
    await closed
    await jobs.stop()
    if (!parts.drawing) await drawing.close()
    await database.close()
  }
}

async function canReach(database: Database): Promise<boolean> {
  try {
    await database.pool.query('select 1')
    return true
  } catch {
    return false
  }
}
