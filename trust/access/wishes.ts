import type { Route } from '#contract/route.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { drivenIn } from '#testing/makers/driving.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { sentFor } from './asking.ts'
import type { House } from './house.ts'
import { banks, drivers, type Kind, kinds } from './who-may.ts'

/** A call that is in order, and that nothing speaks against: it is taken. */
export type Made = {
  input: Record<string, unknown>
  file?: Buffer
  /** Another account than the one that stands for its kind, where the act changes the account itself. */
  email?: string
  headers?: Record<string, string>
}

/** How a call of a route comes to be in order for that kind of account: what it is about is made, and theirs. */
export type Way = (house: House, kind: Kind) => Promise<Made> | Made

/** Whose hospital, bank and driver a thing is made for; where the kind has none of it, anybody's. */
export const hospitalOf = (kind: Kind): string => (kind.startsWith('plus') ? 'city' : 'firm')
export const bankOf = (kind: Kind): string => (kind === 'other bank' ? 'bluebank' : 'redbank')
export const bankMail = (kind: Kind): string => kinds[banks.includes(kind) ? kind : 'bank'] ?? ''
export const driverOf = (kind: Kind): string => emailOf(kinds[drivers.includes(kind) ? kind : 'driver'] ?? '')
/** Of their hospital: for what only an admin may do. */
export const adminOf = (kind: Kind): string => (kind.startsWith('plus') ? 'city_admin' : 'firm')

/** An order that is theirs, whoever they are. */
export function anOrder({ service, now, hospital }: House, kind: Kind, wish: RequestWish = {}) {
  const isLinked = !['pending', 'hospital-admin-approved', undefined].includes(wish.status)
  return aRequest(
    service.db,
    {
      hospitalId: hospital ?? hospitalOf(kind),
      ...(isLinked ? { bankId: bankOf(kind), driverEmail: driverOf(kind) } : {}),
      ...wish,
    },
    now(),
  )
}

/** The call must be taken: what it answers. */
export async function doneBy(
  house: House,
  email: string | null,
  row: Route,
  input: Record<string, unknown>,
  file?: Buffer,
): Promise<never> {
  const sent = sentFor(row, input, file)
  const { status, text } = await house.ask(email, sent)
  if (status >= 300) throw new Error(`${row.method} ${row.path} as ${email}: ${status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as never
}

export const versionOf = async ({ service }: House, id: string): Promise<number> =>
  (await drivenIn(service.db, id)).request.version

/** What people write, and what looks as if it could do harm and is only text. */
export const texts = [
  'Lakshmi Narayanan',
  "O'Brien",
  'மீனாட்சி சுந்தரம்',
  'क्‍ष श्री',
  '\u200fשרה כהן\u200f',
  '🩸👩🏽‍⚕️ 🇮🇳',
  "Robert'); drop table requests; --",
  '<script>alert(1)</script>',
  '</textarea><svg/onload=alert(1)>',
  '=1+1',
  '100% %s %00 %n',
  'C:\\x \\u0000',
  'null',
  'undefined',
  'NaN',
  '0',
  'true',
  'a',
  'Ångström Ñandú',
  '李小龙',
  'x'.repeat(40),
  '{{7*7}}#{7*7}',
  '(select 1)',
  '"quoted", \'so\'',
  'tab\there',
  'two  spaces',
  '__proto__',
  'constructor',
  '٣٤٥',
  'İstanbul ß ﬁ',
]

export const aText = ({ dice }: House): string => dice.pick(texts)

/** What stands after the hash sign in the last mail to an address. */
export async function tokenTo({ service }: House, email: string): Promise<string> {
  await service.settled()
  const { body } = await service.db
    .selectFrom('notifications')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /https?:\/\/\S+#([\w-]+)/.exec(body)?.[1] ?? 'no link'
}
