import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actingFor, actingForOf } from '#contract/acting-for.ts'
import type { Route, Routes } from '#contract/route.ts'
import { isByKey } from '#domain/keys/using.ts'
import type { Actor, Member } from '#domain/people/actor.ts'
import type { Clock } from '../../basics/clock.ts'
import { networkOf } from '../../basics/network.ts'
import { JsonText } from '../../db/as-json.ts'
import type { Db } from '../../db/database.ts'
import type { Doer } from '../../db/event-trail.ts'
import { claimKey, keepAnswer, keyToClaim, type Repeatable } from '../../db/idempotency.ts'
import type { Limits } from '../../db/limits.ts'
import type { AtOnce, Transact } from '../../db/work.ts'
import { type BodyTimeout, endCrawlingBody, uploadBodyTimeout } from './body-timeout.ts'
import type { AllHandlers, Call, FileAnswer, Handler, Handlers } from './call.ts'
import { textFor } from './compressing.ts'
import { refuseOtherForms, sendResource } from './fhir.ts'
import { askHolder } from './key-calls.ts'
import { Answer, forbidden, otherOrganisation, signInFirst, tooOften, tooOftenFor } from './refuse.ts'
import { hasFittingLength, type Uploads } from './uploads.ts'

export type Mounting = {
  app: FastifyInstance
  db: Db
  clock: Clock
  limits: Limits
  transact: Transact
  atOnce(by: Doer, now: Date): AtOnce
  /** How quickly the body of a call has to come. */
  bodyTimeout: BodyTimeout
  uploads: Uploads
  sessionToken(cookies: string | undefined): string | null
  whoIs(sessionToken: string): Promise<Actor | null>
  /** Whom the key of a call acts as; answers where it may not. */
  whoHolds(authorization: string, address: string): Promise<Member>
}

/** Turns the rows of a contract table into routes: who, input, handler, output, in this order. */
export function mount<Table extends Routes>(
  mounting: Mounting,
  table: Table,
  handlers: Handlers<Table>,
): void {
  for (const [verb, handler] of Object.entries(handlers) as [keyof Table, Handler<Route>][]) {
    mountRoute(mounting, table[verb] as Route, (request, reply, file) =>
      serve(mounting, table[verb] as Route, handler, request, reply, file),
    )
  }
}

export function mountAll<Tables extends Record<string, Routes>>(
  mounting: Mounting,
  tables: Tables,
  handlers: AllHandlers<Tables>,
): void {
  for (const capability of Object.keys(tables) as (keyof Tables)[])
    mount(mounting, tables[capability] as Tables[typeof capability], handlers[capability])
}

/** A stream: the same question who may, and then the response is the caller's. */
export function mountStream(
  mounting: Mounting,
  row: Route,
  open: (reply: FastifyReply, actor: Actor, sessionToken: string) => void,
): void {
  mountRoute(mounting, row, async (request, reply) => {
    const { actor, sessionToken } = await askWho(mounting, row, request, reply)
    if (!actor || !sessionToken) throw signInFirst()
    reply.hijack()
    open(reply, actor, sessionToken)
  })
}

type Serve = (request: FastifyRequest, reply: FastifyReply, file: Buffer) => Promise<unknown>

const noFile = Buffer.alloc(0)

function mountRoute(mounting: Mounting, row: Route, act: Serve): void {
  const { app } = mounting
  // asked for its head alone, a stream would never answer
  const route = { method: row.method, url: row.path, exposeHeadRoute: !row.stream }
  const { takesFile } = row
  if (!takesFile) {
    return void app.route({ ...route, handler: (request, reply) => act(request, reply, noFile) })
  }
  // in a room of its own: everywhere else a body is JSON and short
  void app.register(async (room) => {
    room.removeAllContentTypeParsers()
    room.addContentTypeParser('*', (_request, _body, done) => done(null))
    room.route({
      ...route,
      async handler(request, reply) {
        // nobody sends ten megabytes before being asked who they are
        const { actor } = await askWho(mounting, row, request, reply)
        const { maxBytes, isPatient = false } = takesFile
        if (!isPatient) endCrawlingBody(request.raw, uploadBodyTimeout(mounting.bodyTimeout))
        const by = actor?.accountId ?? networkOf(request.ip)
        const upload = { body: request.raw, by, isPatient, maxBytes }
        try {
          return await mounting.uploads(upload, (file) => act(request, reply, file))
        } catch (error) {
          // what is left of a file is dropped, so that its sender hears the answer; of more than a file nothing is
          if (!hasFittingLength(upload)) reply.header('connection', 'close')
          throw error
        }
      },
    })
  })
}

async function serve(
  mounting: Mounting,
  row: Route,
  handler: Handler<Route>,
  request: FastifyRequest,
  reply: FastifyReply,
  file: Buffer,
): Promise<unknown> {
  if (row.speaks === 'fhir') refuseOtherForms(request)
  const network = networkOf(request.ip)
  const what = `${row.method} ${row.path}`
  const { limit } = row
  if (limit && limit.of === undefined && !(await mounting.limits.allowsFrom(network, what, limit)))
    throw tooOften()
  const { actor, sessionToken } = await askWho(mounting, row, request, reply)
  if (limit?.of && actor && !(await mounting.limits.allows(`${what} of ${actor.accountId}`, limit)))
    throw tooOftenFor(limit)
  const { sent, input } = readInput(row, request)
  const now = mounting.clock.now()
  const by = actor ?? { accountId: null, displayName: 'A visitor' }
  const repeatable = row.repeatable
    ? repeatableCall(row, request, actor?.accountId ?? network, { sent, input })
    : null
  // read once, though it is kept with the key and sent
  let read: { from: unknown; answer: unknown } | null = null
  const readAnswer = async (from: unknown): Promise<unknown> => {
    if (read === null || read.from !== from) read = { from, answer: await row.output.parseAsync(from) }
    return read.answer
  }
  const call: Call = {
    actor,
    now,
    db: mounting.db,
    inTransaction: (act, doer = by) =>
      mounting.transact(doer, now, async (work) => {
        if (!repeatable) return act(work)
        const earlier = await claimKey(work.db, repeatable, now)
        if (earlier.kind === 'repeated') throw new AnsweredBefore(earlier.answer)
        if (earlier.kind === 'other-input') throw keyReused()
        const result = await act(work)
        await keepAnswer(work.db, repeatable, await readAnswer(result))
        return result
      }),
    atOnce: async (answer) => ({
      ...mounting.atOnce(by, now),
      key: repeatable && keyToClaim(repeatable, await readAnswer(answer)),
      transact: (act) => mounting.transact(by, now, act),
    }),
    sessionToken,
    network,
    // made for whoever asks: few do
    get headers() {
      return new Headers(request.headers as Record<string, string>)
    },
    file,
    setCookies: (cookies) => void reply.header('set-cookie', [...cookies]),
  }
  try {
    const answer = await handler(call, input)
    if (answer instanceof JsonText)
      return reply.type('application/json; charset=utf-8').send(textFor(answer, request, reply))
    if (row.speaks === 'fhir') return await sendResource(reply, answer, readAnswer)
    return row.givesFile ? sendFile(reply, answer as FileAnswer) : await readAnswer(answer)
  } catch (error) {
    if (error instanceof AnsweredBefore) return error.answer
    if (error instanceof Answer && error.status === 403) tellNotAllowed(request, actor)
    throw error
  }
}

/** Who tries what is not theirs: the line of the call has what it was. */
const tellNotAllowed = (request: FastifyRequest, actor: Actor | null): void =>
  request.log.warn({ account: actor?.accountId ?? null }, 'not allowed')

/** As what it is and nothing else: saved, never run as a page of ours. */
function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const { name, type } = file
  const { buffer, byteOffset, byteLength } = 'bytes' in file ? file.bytes : noFile
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .header(
      'content-security-policy',
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    )
    .send('stream' in file ? file.stream : Buffer.from(buffer, byteOffset, byteLength))
}

/** Leaves the transaction of a repeated call, which then writes nothing. */
class AnsweredBefore extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('answered before')
    this.answer = answer
  }
}

/** A call with a key is its holder's alone: the cookies beside it count for nothing. */
async function askWho(mounting: Mounting, row: Route, request: FastifyRequest, reply: FastifyReply) {
  const { authorization, cookie } = request.headers
  const byKey = authorization !== undefined && isByKey(authorization)
  const sessionToken = byKey ? null : mounting.sessionToken(cookie)
  const actor = byKey
    ? await askHolder(mounting, row, authorization, request, reply)
    : sessionToken && (await mounting.whoIs(sessionToken))
  if (row.who !== 'anyone') {
    if (!actor) throw signInFirst()
    if (!row.who(actor)) {
      tellNotAllowed(request, actor)
      throw forbidden()
    }
    if (!isFor(actor, request.headers[actingFor])) throw otherOrganisation()
  }
  return { actor: actor || null, sessionToken: actor ? sessionToken : null }
}

/** A page says for whom it was drawn: an act in an older tab is not done for whomever was chosen since. */
const isFor = (actor: Actor, drawnFor: string | string[] | undefined): boolean =>
  drawnFor === undefined || drawnFor === actingForOf(actor)

function readInput(row: Route, request: FastifyRequest): { sent: unknown; input: unknown } {
  const said = saidIn(row, request)
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw wrongInput('The body must be an object.')
  const named = request.params as object
  // two of one name may differ, and nobody could say which was meant
  const twice = Object.keys(named).find((name) => Object.hasOwn(said, name))
  if (twice !== undefined) throw wrongInput('The address says this already.', twice)
  const sent = { ...said, ...named }
  const read = row.input.safeParse(sent)
  if (read.success) return { sent, input: read.data }
  const [issue] = read.error.issues
  throw wrongInput(issue ? inWords(issue) : 'The input is not valid.', fieldOf(row, issue))
}

function saidIn(row: Route, request: FastifyRequest): unknown {
  if (row.method === 'GET' || row.takesFile) return request.query
  // by itself: what is sent has an id too, which the address names as well
  return row.speaks === 'fhir' ? { resource: bodyOf(request) } : bodyOf(request)
}

/** Of FHIR the element itself, though the shape around it has the fault. */
function fieldOf(row: Route, issue: z.core.$ZodIssue | undefined): string | undefined {
  const key = keyOf(issue)
  const path = issue?.path ?? []
  if (row.speaks === 'fhir') return [...path, ...(key === undefined ? [] : [key])].join('.') || undefined
  return path.join('.') || key
}

/** None is nothing to say; a `null` is something else, and no object. */
const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body)

/** A limit is told as a limit; for the rest zod's own sentence is plain enough. */
function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'string')
    return `Please use at most ${issue.maximum} characters.`
  return `${issue.message}.`
}

const keyOf = (issue: z.core.$ZodIssue | undefined): string | undefined =>
  issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined

const wrongInput = (text: string, field?: string): Answer =>
  new Answer(422, { code: 'invalid-input', title: 'Invalid Input', text, ...(field ? { field } : {}) })

const keyReused = (): Answer =>
  new Answer(422, {
    code: 'key-reused',
    title: 'Already Sent',
    text: 'This key was used for another call before.',
  })

const Key = z.string().regex(/^[\w-]{8,100}$/)

function repeatableCall(
  row: Route,
  request: FastifyRequest,
  by: string,
  said: Pick<Repeatable, 'sent' | 'input'>,
): Repeatable | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  const read = Key.safeParse(key)
  if (!read.success) throw wrongInput('The Idempotency-Key must be 8 to 100 letters, digits or dashes.')
  return { scope: `${row.method} ${row.path} ${by}`, key: read.data, ...said }
}
