import readXlsx from 'read-excel-file/node'
import type { Route } from '#contract/route.ts'
import { dayOf } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import type { RawAnswer } from '#testing/harness/client.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { emailOf } from '#testing/makers/makers.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'
import type { SmsGateway } from '#testing/peers/sms-gateway.ts'
import type { SmtpPeer } from '#testing/peers/smtp.ts'
import { sentFor } from './access/asking.ts'
import { tellFault } from './access/judging.ts'
import { routes } from './access/who-may.ts'
import { figure } from './figure.ts'
import { anyValid } from './input/shapes.ts'
import { loadSettings } from './load/mixed-load.ts'
import { openBareStream } from './load/streams.ts'
import { anyIn, canary, circles, namesIn, personsIn, straysIn, textsIn } from './strangers/canaries.ts'
import { type Ids, type Person, worldOf } from './strangers/world.ts'

/** What ends sessions or suspends places ends the walk. */
const onlyRead = ['people', 'organisations', 'exchange', 'namedCalls', 'keys']
/** An order or a bag that goes elsewhere leaves its circle; a hook that is changed is heard of no more. */
const left = ['orders.link', 'late.carry', 'bags.transfer', 'bags.set', 'live.stream']
const silencing = ['hooks.make', 'hooks.change', 'hooks.switch']
const callable = routes.filter(({ name, row }) => {
  const isRead = row.method === 'GET' || !onlyRead.includes(name.split('.')[0] ?? '')
  return isRead && ![...left, ...silencing].includes(name)
})

figure<{ acts: number; isProcess: boolean }>({
  id: 'F09',
  promise: "strangers' data anywhere",
  target:
    '100,000 random acts of 6 organisations and of their keys: no foreign canary in answers, files, sheets, streams, hooks, mails, texts, events or the log',
  small: { acts: 200, isProcess: false },
  full: { parts: 10, size: { acts: 10_000, isProcess: true }, minutes: 5 },
  async part({ acts, isProcess }, part) {
    const peer = await hookPeer()
    const settings = { ...loadSettings, ...peer.settings, FIND_PER_HALF_MINUTE: '1000000' }
    const house = isProcess
      ? await startServerProcess({ program: 'built', settings: { ...settings, LOG_LEVEL: 'info' } })
      : await aService({ settings, isSettling: false })
    const dice = diceFrom(9_000 + part)
    const { persons, ids, ofRequest } = await worldOf(house, peer)
    const seen = { acts: 0, taken: 0, files: 0, hooked: 0, strays: 0 }
    const found = (where: string, strays: readonly string[]) => {
      if (strays.length === 0) return
      seen.strays += strays.length
      tellFault(where, [...new Set(strays)].join(', '))
    }
    const streams = await Promise.all(
      persons
        .filter(({ who, isProgram }) => who !== 'nobody' && !isProgram)
        .map(async (person) =>
          openBareStream(house.url, await person.client.cookies(), (id) => {
            const of = ofRequest.get(id)
            if (of && person.who !== 'provider' && of !== person.circle?.mark)
              found(`the stream of ${person.email}`, [`a hint of ${id}`])
          }),
        ),
    )
    for (let nth = 0; nth < acts; nth++) {
      const person = dice.pick(persons)
      const { name, row } = dice.pick(callable)
      const answer = await ask(person, row, wishFor(row, ids, dice))
      seen.acts++
      if (answer.status < 300) seen.taken++
      found(`${name} as ${person.email}`, straysIn(person, answer.text, name))
      const inFile = answer.status < 300 ? await textInside(answer) : null
      if (inFile !== null) {
        seen.files++
        found(`the file of ${name} as ${person.email}`, straysIn(person, inFile, name))
      }
      if (nth % 20 === 0) await house.db.deleteFrom('rateLimits').execute()
    }
    for (const { close } of streams) close()
    found('mails and texts', await straysInMessages(house, ofRequest))
    found('the trail', await straysInEvents(house.db))
    await peer.next()
    seen.hooked = peer.all.length
    found('hooks', straysInHooks(peer, ofRequest))
    if ('printed' in house) found('the log', anyIn(house.printed()))
    await house.close()
    await peer.close()
    return seen
  },
  whyMissed({ acts = 0, taken = 0, hooked = 0, strays }, size) {
    if (strays) return `${strays} foreign canaries`
    if (size === 'full' && acts < 100_000) return `only ${acts} acts`
    if (hooked === 0) return 'no hook was told anything'
    return taken > acts / 20 ? null : `only ${taken} of ${acts} acts were taken`
  },
  say: ({ acts, taken, files, hooked }) =>
    `${acts} acts, ${taken} of them taken, ${files} files and ${hooked} words of hooks read: no foreign canary`,
})

/** What a file says that does not stand in its bytes. */
async function textInside({ headers, bytes }: RawAnswer): Promise<string | null> {
  const type = headers.get('content-type') ?? ''
  if (type.includes('application/pdf')) return (await readPdf(bytes)).text
  if (type.includes('spreadsheetml')) return JSON.stringify(await readXlsx(bytes))
  return type.includes('text/csv') ? bytes.toString() : null
}

async function ask({ client }: Person, row: Route, input: Record<string, unknown>): Promise<RawAnswer> {
  const { method, path, body, headers } = sentFor(row, input)
  return client.raw(method, path, { ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
}

/** What the ids in an address are of. */
const idsAt: [path: RegExp, of: keyof Ids][] = [
  [/donor-forms/, 'forms'],
  [/\/api\/bags\//, 'bags'],
  [/\/downtime\//, 'packs'],
  [/\/hooks\//, 'hooks'],
  [/\/keys\//, 'keys'],
]

const searched = ['Name', 'Patient', 'Text'] as const

/** What its shape takes, with ids and names of things that are there, whosever they are. */
function wishFor(row: Route, ids: Ids, dice: Dice): Record<string, unknown> {
  const wish = anyValid(row.input, dice)
  const [, of = 'requests'] = idsAt.find(([path]) => path.test(row.path)) ?? []
  const isRegister = row.path.includes('/registers/')
  const named: Record<string, () => unknown> = {
    id: () => dice.pick(ids[of]) + (row.path.startsWith('/fhir/') ? partOf(row, ids, dice) : ''),
    docID: () => dice.pick(ids.requests),
    'based-on': () => dice.pick(ids.requests),
    bagId: () => dice.pick(ids.bags),
    number: () => dice.pick(ids.numbers),
    slip: () => dice.pick(ids.slips),
    sampleId: () => dice.pick(ids.samples),
    version: () => dice.between(1, 4),
    seq: () => 1,
    hospital: () => dice.pick(circles).hospital,
    bankId: () => dice.pick(circles).bank,
    driver: () => `${dice.pick(circles).driver}@crossmatch.example`,
    phone: () => dice.pick(ids.phones),
    // of whatever there is
    ...(row.givesFile ? { part: () => undefined } : {}),
    ...(row.path.includes('/find') ? { text: () => canary(dice.pick(circles), dice.pick(searched)) } : {}),
    ...(isRegister ? { from: () => dayOf(new Date()), to: () => dayOf(new Date()) } : {}),
  }
  for (const name of Object.keys(wish)) if (named[name] && dice.chance(0.85)) wish[name] = named[name]()
  return wish
}

/** What stands behind the order's id in the name of a thing of FHIR. */
function partOf({ path }: Route, ids: Ids, dice: Dice): string {
  if (/SupplyDelivery/.test(path)) return '-1'
  if (/Specimen/.test(path)) return `-${dice.pick(ids.samples)}`
  if (/BiologicallyDerivedProduct/.test(path)) return `-${dice.pick(ids.bags)}`
  return /Observation/.test(path) ? '-abo' : ''
}

/** No message names a patient or a donor; and what is in it of an order goes to its own circle and the provider alone. */
async function straysInMessages(house: House, ofRequest: ReadonlyMap<string, string>): Promise<string[]> {
  const circleOf = await circleOfAddresses(house.db)
  const all = [
    ...house.mails.all.flatMap(({ to, subject, text }) =>
      to.map((address) => ({ address, said: `${subject} ${text}` })),
    ),
    ...house.texts.all.map(({ to, body }) => ({ address: to, said: body })),
  ]
  return all.flatMap(({ address, said }) => {
    const of = circleOf.get(addressKey(address))
    const isForeign = (mark: string | undefined) => of !== undefined && mark !== undefined && mark !== of
    const orders = said.match(/\b[0-9a-f]{8}\b/g) ?? []
    return [
      ...namesIn(said),
      ...textsIn(said)
        .filter((mark) => isForeign(mark))
        .map((mark) => `a text of ${mark} to ${address}`),
      ...orders.filter((id) => isForeign(ofRequest.get(id))).map((id) => `order ${id} to ${address}`),
    ]
  })
}

type House = { db: Db; mails: SmtpPeer; texts: SmsGateway }

/** Numbers as gateways have them, without what people write between the digits. */
const addressKey = (address: string): string =>
  address.includes('@') ? address.toLowerCase() : address.replace(/\D/g, '').slice(-10)

/** Where mail and texts reach a circle, by its mark; the provider and people of nowhere are in none. */
async function circleOfAddresses(db: Db): Promise<Map<string, string>> {
  const [places, drivers, grants] = await Promise.all([
    db.selectFrom('organisations').select(['id', 'email', 'phones']).execute(),
    db.selectFrom('drivers').select(['email', 'phone']).execute(),
    db
      .selectFrom('grants')
      .innerJoin('accounts', 'accounts.id', 'grants.accountId')
      .select(['accounts.email', 'grants.organisationId'])
      .execute(),
  ])
  const of = new Map<string, string>()
  for (const { mark, hospital, bank, driver } of circles) {
    const isOurs = (id: string | null) => id === hospital || id === bank
    const own = [
      ...places.filter(({ id }) => isOurs(id)).flatMap(({ email, phones }) => [email, ...phones]),
      ...grants.filter(({ organisationId }) => isOurs(organisationId)).map(({ email }) => email),
      ...drivers
        .filter(({ email }) => email === emailOf(driver))
        .flatMap(({ email, phone }) => [email, phone]),
    ]
    for (const address of own.filter(Boolean)) of.set(addressKey(address), mark)
  }
  return of
}

/** No event has a patient or a donor in it, nor has what is signed on a slip. */
async function straysInEvents(db: Db): Promise<string[]> {
  const [events, slips] = [
    await db.selectFrom('events').select(['kind', 'detail']).execute(),
    await db.selectFrom('issues').selectAll().execute(),
  ]
  return [
    ...events.flatMap((event) => personsIn(JSON.stringify(event)).map((one) => `${one} in ${event.kind}`)),
    ...slips.flatMap((slip) => namesIn(JSON.stringify(slip))),
  ]
}

/** A hook is told of its own circle's orders, and nothing that anybody typed. */
const straysInHooks = ({ all }: HookPeer, ofRequest: ReadonlyMap<string, string>): string[] =>
  all.flatMap(({ path, text, body }) => {
    const mark = path.split('/')[1]
    const of = ofRequest.get(body.data?.id)
    const isForeign = mark !== 'all' && of !== undefined && of !== mark
    return [...anyIn(text), ...(isForeign ? [`${body.type} of ${of} at ${path}`] : [])]
  })
