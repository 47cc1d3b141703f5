import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import type { DemoAccount } from '#contract/people.ts'
import { type EventKind, events as facts } from '#domain/events/events.ts'
import { eventsHooked } from '#domain/hooks/kinds.ts'
import { channels } from '#domain/messages/resending.ts'
import { bagReactions } from './bags/reactions.ts'
import type { Clock } from './basics/clock.ts'
import type { Files } from './basics/files.ts'
import { invoicesOn } from './billing/invoices.ts'
import { campReactions } from './camps/reactions.ts'
import { startCarrying } from './db/carrying.ts'
import { type Database, type Db, openDatabase } from './db/database.ts'
import type { RecordedEvent } from './db/event-trail.ts'
import type { Jobs } from './db/jobs.ts'
import { limitsIn } from './db/limits.ts'
import { kindsReactedTo, startReacting } from './db/reacting.ts'
import { storedFilesOn } from './db/stored-files.ts'
import { atOnceOn, transactOn } from './db/work.ts'
import { type Drawing, drawingThreads } from './documents/drawing.ts'
import { packsOn } from './downtime/packs.ts'
import { handlersOf } from './handlers.ts'
import { fillHooks } from './hooks/filling-store.ts'
import { hookReactions } from './hooks/reactions.ts'
import { startHooks } from './hooks/sending.ts'
import { keysOn } from './keys/holding.ts'
import { letGoWithOrder } from './matching/releasing.ts'
import { carriersOf } from './messages/carriers.ts'
import { messagesToPersons } from './messages/persons.ts'
import { peopleReactions } from './people/reactions.ts'
import { rememberActors, type Subject } from './people/remembered.ts'
import { sendReset } from './people/resetting.ts'
import { peopleStore } from './people/store.ts'
import { type BodyTimeout, callBodyTimeout, endCrawlingBody } from './platform/http/body-timeout.ts'
import { compressAnswers } from './platform/http/compressing.ts'
import { answerErrors, answerNoRequest, answerUnreadable, refuseWithoutHost } from './platform/http/errors.ts'
import { understandFhir } from './platform/http/fhir.ts'
import { refuseKeysInAddress, refuseOtherSites, securityHeaders } from './platform/http/guards.ts'
import { serveHealth } from './platform/http/health.ts'
import { type Mounting, mountAll, mountStream } from './platform/http/http.ts'
import { servePages } from './platform/http/pages.ts'
import { type Gauge, gaugeOfProcess, refuseUnderPressure, watchPressure } from './platform/http/pressure.ts'
import { whenQuietOn } from './platform/http/quiet.ts'
import { serveReference } from './platform/http/reference.ts'
import { headTimes, unusedConnectionsOf } from './platform/http/unused-connections.ts'
import { uploadsIn } from './platform/http/uploads.ts'
import { type Identity, identityOn } from './platform/identity/identity.ts'
import { startLive } from './platform/live/live.ts'
import { loggerFor } from './platform/log.ts'
import type { Settings } from './platform/settings.ts'
import { filesOf } from './platform/storage/storage.ts'
import { startJobs } from './platform/tasks/jobs.ts'
import { requestReactions } from './requests/reactions.ts'
import { stockReactions } from './stock/reactions.ts'
import { queues, startWork } from './worker.ts'

export type Service = {
  address: string
  app: FastifyInstance
  database: Database
  jobs: Jobs
  /** Does what follows from the events so far, whatever its role. */
  settle(): Promise<void>
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
  /** How long it is remembered who holds a session, unless told. */
  rememberMs?: number
  /** How quickly a body has to come, unless told. */
  bodyTimeout?: BodyTimeout
  /** How much the process has to do, unless told. */
  gauge?: Gauge
  /** For what only tests add. */
  beforeListen?: (app: FastifyInstance) => void
}

/** Connections that wait to be taken: those of everybody after a restart. One more is dropped, and tries again after seconds. */
const mostAtTheDoor = 4_096

/** The whole product in one process: pages and calls, live stream and jobs, as far as its role asks for them. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { settings, databaseUrl, clock } = parts
  const drawing = parts.drawing ?? drawingThreads()
  const security = securityHeaders(settings.publicUrl.startsWith('https:'))
  const app = Fastify({
    loggerInstance: loggerFor(settings.logLevel),
    bodyLimit: callBodyTimeout.bytes,
    trustProxy: (_address, hop) => hop < settings.TRUST_PROXY,
    // what is under way is finished; what comes after is told to come back
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    http: { ...headTimes, requireHostHeader: false },
    frameworkErrors: answerUnreadable(security),
    clientErrorHandler: answerNoRequest,
  })
  refuseWithoutHost(app)
  const bodyTimeout = parts.bodyTimeout ?? callBodyTimeout
  // a body of a call is short: whoever takes longer holds the line, and would hold up a stop
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET') endCrawlingBody(request.raw, bodyTimeout)
    done()
  })
  const pressure = watchPressure({
    gauge: parts.gauge ?? gaugeOfProcess(settings.MEMORY_MB, settings.NODE_OPTIONS),
    onChange: (by, strain) =>
      app.log.warn({ by, ...strain }, by ? 'too much to do: calls are refused' : 'calls are taken again'),
    onHopeless(by) {
      throw new Error(`the ${by} has been full for a minute`)
    },
  })
  refuseUnderPressure(app, pressure)
  const unused = unusedConnectionsOf(app.server, { isBehindProxy: settings.TRUST_PROXY > 0 })
  const onError = (error: unknown) => app.log.error({ err: error }, 'in the background')
  const database = openDatabase(databaseUrl, {
    onError,
    longestSilenceMs: 7_000,
    isPreparing: settings.PREPARED_STATEMENTS,
  })
  const { db } = database
  const place = parts.files ?? filesOf(settings)
  const files = parts.filesOver?.(place, { db, drawing }) ?? place
  const stored = storedFilesOn(db, files)
  const actors = rememberActors({
    ask: (token) => peopleStore(db).whoIs(token, new Date()),
    hears: () => live.hears(),
    forMs: parts.rememberMs,
  })
  const keys = keysOn({ db, clock, hears: () => live.hears(), forMs: parts.rememberMs, onError })
  const forget = (about: Subject) => {
    actors.forget(about)
    keys.forget(about)
  }
  const jobs = await startJobs({ url: databaseUrl, isWorker: settings.ROLE !== 'web', queues, onError })
  const to = {
    providers: settings.PROVIDER_MAILS,
    dev: settings.DEV_MAILS,
    publicUrl: settings.publicUrl,
    driverUrl: settings.driverUrl,
  }
  const reactions = {
    ...requestReactions(to),
    ...campReactions(to),
    ...peopleReactions(to),
    ...stockReactions(to),
    ...hookReactions(to),
    ...bagReactions(to),
  }
  const reactedTo = kindsReactedTo(reactions, eventsHooked)
  // of its own: what is done afterwards takes no connection from calls
  const workDatabase = openDatabase(databaseUrl, {
    onError,
    name: 'crossmatch worker',
    connections: 4,
    longestSilenceMs: 7_000,
    isPreparing: settings.PREPARED_STATEMENTS,
  })
  const isWorker = settings.ROLE !== 'web'
  const whenQuiet = whenQuietOn(app, contract.live.stream.path)
  const carriers = carriersOf({ settings, secret: parts.secret, db: workDatabase.db, clock })
  const sender = startCarrying({
    db: workDatabase.db,
    carriers,
    clock,
    isWorker,
    whenQuiet,
    log: (line, text) => app.log.warn(line, text),
    onError,
  })
  const reactor = startReacting({
    db: workDatabase.db,
    jobs,
    reactions,
    isWorker,
    toPersons: messagesToPersons({ publicUrl: settings.publicUrl, clock }),
    alsoKnown: eventsHooked,
    also: fillHooks,
    noWay: channels.filter((channel) => carriers[channel] === null),
    whenQuiet,
    onPosted() {
      sender.nudge()
      hooks.nudge()
    },
    onNews: () => live.nudgeNews(),
    onError: (error, event) => app.log.error({ err: error, event }, 'what an event causes could not be done'),
  })
  const live = await startLive({
    db,
    url: databaseUrl,
    whoAre: (tokens) => peopleStore(db).whoAre(tokens, new Date()),
    onError,
    onChange(change) {
      forget(change)
      if (reactedTo.has(change.kind as EventKind)) reactor.nudge(change.id)
      if (change.kind === 'message-resent') sender.nudge()
    },
  })
  const afterCommit = (events: readonly RecordedEvent[]) => {
    for (const { kind, subjectId } of events) forget({ subjectKind: facts[kind].subject, subjectId })
    live.nudge()
    if (events.some(({ kind }) => reactedTo.has(kind))) reactor.nudge()
    if (events.some(({ kind }) => kind === 'message-resent')) sender.nudge()
  }
  const transact = transactOn({
    ...{ db, jobs, reactedTo, afterCommit, onPosted: sender.nudge },
    alongside: letGoWithOrder,
  })
  const hooks = startHooks({
    ...{ db: workDatabase.db, transact, clock, secret: parts.secret, isWorker, whenQuiet, onError },
    publicUrl: settings.publicUrl,
    networks: settings.outgoingNetworks,
  })
  const invoices = invoicesOn({ db, transact, files: stored, drawing, clock })
  const packs = packsOn({ db, transact, files: stored, drawing, clock })
  const identity: Identity = identityOn({
    pool: database.pool,
    secret: parts.secret,
    publicUrl: settings.publicUrl,
    onResetAsked: (email, token) =>
      sendReset({ transact, db, clock, publicUrl: settings.publicUrl }, email, token),
  })

  let isClosing = false
  // a connection kept alive after its last answer would hold the stop up until it times out
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  answerErrors(app)
  serveHealth(app, {
    isReady: () => canReach(database),
    liveStreams: live.streams,
    metricsToken: settings.METRICS_TOKEN,
    isProxied: settings.publicUrl.startsWith('https:'),
  })
  if (settings.ROLE !== 'worker') {
    const atOnce = atOnceOn({ db, reactedTo, afterCommit })
    await serveWeb({ app, db, clock, transact, atOnce, identity, live })
  }
  if (isWorker) {
    await startWork({ jobs, db, files, clock, transact, invoices, packs, sender, settings, log: app.log })
  }
  parts.beforeListen?.(app)
  const address = await app.listen({ port: settings.PORT, host: settings.HOST, backlog: mostAtTheDoor })
  return { address, app, database, jobs, settle: reactor.settle, close }

  async function serveWeb(
    web: Pick<Mounting, 'app' | 'db' | 'clock' | 'transact' | 'atOnce'> & {
      identity: Identity
      live: typeof live
    },
  ) {
    const isSecure = settings.publicUrl.startsWith('https:')
    refuseKeysInAddress(app)
    refuseOtherSites(app, settings.publicUrl)
    compressAnswers(app)
    understandFhir(app)
    app.addHook('onSend', (request, reply, _payload, done) => {
      // as the router read it: a percent-encoded path is the same path
      const isCall = [request.url, request.routeOptions.url].some(
        (path) => path && /^\/(api|fhir)(?=[/?]|$)/.test(path),
      )
      if (isCall && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      // by it a browser knows how wrong its own clock is (ruling AMB-19)
      reply.header('date', clock.now().toUTCString())
      for (const [name, value] of Object.entries(security))
        if (!reply.hasHeader(name)) reply.header(name, value)
      done()
    })
    const limits = limitsIn(db, clock)
    const mounting: Mounting = {
      ...web,
      limits,
      bodyTimeout,
      uploads: await uploadsIn(join(settings.DATA_DIR, 'uploads')),
      sessionToken: identity.sessionToken,
      whoIs: actors.whoIs,
      whoHolds: keys.whoHolds,
    }
    const { live: streams, ...calls } = contract
    mountAll(
      mounting,
      calls,
      handlersOf({
        ...parts,
        jobs,
        files: stored,
        drawing,
        identity,
        limits,
        invoices,
        packs,
        reactions,
        warn: (line, text) => app.log.warn(line, text),
      }),
    )
    mountStream(mounting, streams.stream, (reply, actor, token) => live.open(reply.raw, actor, token))
    const { sessionCookie } = identity
    serveReference(app, contract, { publicUrl: settings.publicUrl, sessionCookie, clock })
    await servePages(app, isSecure)
  }

  /** Finishes what is under way, then lets go of everything, outermost first. */
  async function close(): Promise<void> {
    isClosing = true
    pressure.stop()
    packs.stop()
    // no new calls first, then the streams, which the close waits for
    const closed = app.close()
    unused.end()
    await live.stop()
    await closed
    await reactor.stop()
    await Promise.all([sender.stop(), hooks.stop(), jobs.stop()])
    carriers.close()
    await workDatabase.close()
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
