import { randomBytes } from 'node:crypto'
import { type Agent, request } from 'node:http'
import type { Route } from '#contract/route.ts'
import type { Db } from '#server/db/database.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDriver, anAccount, nextNumber } from '#testing/makers/makers.ts'
import { openSession, sessionCookie, sessionCookieName } from '#testing/makers/sessions.ts'
import { type AdminKind, drivers, type Kind, kinds, productOf } from './who-may.ts'

/** What one call sends. The path is as it goes over the wire. */
export type Sent = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export type Answered = {
  status: number
  text: string
  /** The text as it came: of a file. */
  bytes: Buffer
  headers: Record<string, unknown>
  ms: number
}

/** A program that calls in place of that admin, or for the hospital of trials. */
export type Program = { readonly keyOf: AdminKind; readonly isTest: boolean }

export type Asking = {
  /** As that account or with that key; null is nobody. */
  ask(who: string | Program | null, sent: Sent): Promise<Answered>
  /** Another account of the same kind: for acts that change the account itself. */
  twin(kind: Kind): Promise<string>
  /** Limits are other tests' matter: what was counted is forgotten. */
  forgetLimits(): Promise<void>
}

type Reached = { db: Db; url: string; origin: string; agent: Agent; now(): Date }

/** Calls over a connection of their own, each from another address. */
export function viaHttp({ db, url, origin, agent, now }: Reached): Asking {
  const cookies = new Map<string, Promise<string>>()
  const keys = new Map<string, Promise<{ key: string }>>()
  const { hostname, port } = new URL(url)
  let calls = 0

  async function cookieOf(email: string): Promise<string> {
    let cookie = cookies.get(email)
    if (!cookie) {
      cookie = email === kinds['signed out'] ? anEndedSession(db, email) : sessionCookie(db, emailOf(email))
      cookies.set(email, cookie)
    }
    return cookie
  }

  async function keyOf({ keyOf: kind, isTest }: Program): Promise<string> {
    const name = `Program of ${kind}${isTest ? ' on trial' : ''}`
    const made = keys.get(name) ?? aKey(db, { name, product: productOf[kind], isTest }, now())
    keys.set(name, made)
    return (await made).key
  }

  async function headersOf(who: string | Program | null): Promise<Record<string, string>> {
    if (who === null) return { origin }
    // no page that it comes from
    if (typeof who !== 'string') return { authorization: `Bearer ${await keyOf(who)}` }
    return { origin, cookie: await cookieOf(who) }
  }

  return {
    async ask(who, { method, path, headers = {}, body }) {
      const from = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
      const own = await headersOf(who)
      const began = performance.now()
      return new Promise((resolve, reject) => {
        const call = request(
          {
            agent,
            hostname,
            port,
            method,
            path,
            headers: { 'x-forwarded-for': from, ...own, ...headers },
          },
          (answer) => {
            const parts: Buffer[] = []
            answer.on('data', (part: Buffer) => parts.push(part))
            answer.on('error', reject)
            answer.on('end', () => {
              const bytes = Buffer.concat(parts)
              resolve({
                status: answer.statusCode ?? 0,
                text: bytes.toString(),
                bytes,
                headers: answer.headers,
                ms: performance.now() - began,
              })
            })
          },
        )
        call.on('error', reject)
        call.end(body)
      })
    },
    twin: (kind) => twinOf(db, kind),
    async forgetLimits() {
      await db.deleteFrom('rateLimits').execute()
    },
  }
}

async function anEndedSession(db: Db, email: string): Promise<string> {
  const cookie = await openSession(db, emailOf(email))
  const token = decodeURIComponent(cookie).split('.')[0] ?? ''
  await db.deleteFrom('sessions').where('token', '=', token).execute()
  return `${sessionCookieName}=${cookie}`
}

const grants: Partial<Record<Kind, Parameters<typeof anAccount>[1]>> = {
  'pilot staff': { grant: { product: 'pilot', role: 'staff', organisationId: 'firm' } },
  'pilot admin': { grant: { product: 'pilot', role: 'admin', organisationId: 'firm' } },
  'plus staff': { grant: { product: 'plus', role: 'staff', organisationId: 'city' } },
  'plus admin': { grant: { product: 'plus', role: 'admin', organisationId: 'city' } },
  bank: { grant: { product: 'bloodbank', role: 'admin', organisationId: 'redbank' } },
  'other bank': { grant: { product: 'bloodbank', role: 'admin', organisationId: 'bluebank' } },
  'bank staff': { grant: { product: 'bloodbank', role: 'staff', organisationId: 'redbank' } },
  'of two organisations': { grant: { product: 'pilot', role: 'staff', organisationId: 'firm' } },
  provider: { grant: { product: 'admin', role: 'admin', organisationId: null } },
  pending: { grant: { product: 'pilot', role: 'staff', organisationId: 'newcomer' } },
}

async function twinOf(db: Db, kind: Kind): Promise<string> {
  if (drivers.includes(kind)) return (await aDriver(db)).email
  const wish = grants[kind]
  const mark = `${nextNumber()}${randomBytes(3).toString('hex')}`
  if (kind === 'unproved')
    return (await anAccount(db, { email: `unproved_pilot${mark}`, isProved: false })).email
  if (kind === 'not on the books') return (await anAccount(db, { email: `stranger${mark}_admin` })).email
  return (await anAccount(db, { ...wish, email: `twin${mark}` })).email
}

/** As it goes over the wire: what the path names goes there, the rest into the query or the body. */
export function sentFor(row: Route, input: Record<string, unknown>, file?: Buffer): Sent {
  const rest = { ...input }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(asText(value))
  })
  if (row.method !== 'GET' && !row.takesFile) {
    const body = JSON.stringify(row.speaks === 'fhir' ? rest.resource : rest)
    return {
      method: row.method,
      path,
      ...(body === '{}' && row.method === 'DELETE'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body }),
    }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest))
    for (const one of [value].flat()) if (one !== undefined) query.append(name, asText(one))
  const whole = query.size === 0 ? path : `${path}?${query}`
  return { method: row.method, path: whole, ...(file ? { body: file } : {}) }
}

export function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  try {
    // a head of a request has its limit; what is longer is sent by hand
    return String(value).toWellFormed().slice(0, 1_000).toWellFormed()
  } catch {
    return 'no text'
  }
}
