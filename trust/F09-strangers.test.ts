import readXlsx from 'read-excel-file/node'
import { requests } from '#contract/requests.ts'
import type { Route } from '#contract/route.ts'
import { hours, later } from '#domain/basics/time.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import type { Client, RawAnswer } from '#testing/harness/client.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aService } from '#testing/harness/service.ts'
import { aDraft, anAccount, aRequest, aStaffedHospital } from '#testing/makers/makers.ts'
import type { SmsGateway } from '#testing/peers/sms-gateway.ts'
import type { SmtpPeer } from '#testing/peers/smtp.ts'
import { aDonorForm } from '../server/demo/makers/donors.ts'
import { sentFor } from './access/asking.ts'
import { tellFault } from './access/judging.ts'
import { routes } from './access/who-may.ts'
import { figure } from './figure.ts'
import { anyValid } from './input/shapes.ts'
import { loadSettings } from './load/mixed-load.ts'
import { openBareStream } from './load/streams.ts'

/** A hospital, its bank and its driver, who have nothing to do with the others. */
const circles = [
  { mark: 'A', hospital: 'firm', staff: 'firm_pilot', admin: 'firm', bank: 'redbank', driver: 'arun.driver' },
  {
    mark: 'B',
    hospital: 'noble',
    staff: 'noble_pilot',
    admin: 'noble',
    bank: 'bluebank',
    driver: 'meena.driver',
  },
  {
    mark: 'C',
    hospital: 'lotus',
    staff: 'lotus.nurse',
    admin: 'lotus.chief',
    bank: 'greenbank',
    driver: 'john.driver',
  },
] as const
type Circle = (typeof circles)[number]

/** What stands in every text of a circle: in patients' names, in donors' forms, and in all the rest. */
type Kind = 'Name' | 'Donor' | 'Text'
const canary = ({ mark }: Circle, kind: Kind): string => `Cnry${mark}${kind}`
const canaries = /cnry([abc])(name|donor|text)/gi

type Person = {
  who: 'hospital' | 'bank' | 'driver' | 'provider' | 'nobody'
  circle: Circle | null
  client: Client
  email: string
}

/** What ends sessions or suspends places ends the walk, and an order that is linked elsewhere leaves its circle. */
const onlyRead = ['people', 'organisations', 'exchange', 'namedCalls']
const callable = routes.filter(({ name, row }) => {
  const isRead = row.method === 'GET' || !onlyRead.includes(name.split('.')[0] ?? '')
  return isRead && name !== 'orders.link' && name !== 'live.stream'
})
const statuses: RequestStatus[] = [
  'pending',
  'hospital-admin-approved',
  'bloodbank-approved',
  'issued',
  'delivery-completed',
  'completed',
]

/** Why this person may not read that canary, or null. */
function strayIn(
  { who, circle }: Pick<Person, 'who' | 'circle'>,
  mark: string,
  kind: string,
  route: string,
): boolean {
  if (who === 'nobody') return true
  if (kind === 'donor') return who !== 'bank' || circle?.mark !== mark
  if (who === 'provider') return false
  const isOnBench = who === 'bank' && onTheBench.test(route)
  return circle?.mark !== mark || (kind === 'name' && who !== 'hospital' && !isOnBench)
}

/** Where a bank has the names of the patients of its own orders (ruling AMB-218). */
const onTheBench = /^(matching|registers|slips)\./

const straysIn = (person: Pick<Person, 'who' | 'circle'>, text: string, route: string): string[] =>
  [...text.matchAll(canaries)]
    .filter(([, mark = '', kind = '']) => strayIn(person, mark.toUpperCase(), kind.toLowerCase(), route))
    .map(([found]) => found)

figure<{ acts: number; isProcess: boolean }>({
  id: 'F09',
  promise: "strangers' data anywhere",
  target:
    '100,000 random acts of 6 organisations: no foreign canary in answers, files, streams, mails, texts or the log',
  small: { acts: 150, isProcess: false },
  full: { parts: 10, size: { acts: 10_000, isProcess: true }, minutes: 5 },
  async part({ acts, isProcess }, part) {
    const settings = { ...loadSettings, FIND_PER_HALF_MINUTE: '1000000' }
    const house = isProcess
      ? await startServerProcess({ program: 'built', settings: { ...settings, LOG_LEVEL: 'info' } })
      : await aService({ settings, isSettling: false })
    const dice = diceFrom(9_000 + part)
    const { persons, ids, ofRequest } = await worldOf(house)
    const seen = { acts: 0, taken: 0, files: 0, strays: 0 }
    const found = (where: string, strays: readonly string[]) => {
      if (strays.length === 0) return
      seen.strays += strays.length
      tellFault(where, [...new Set(strays)].join(', '))
    }
    const streams = await Promise.all(
      persons
        .filter(({ who }) => who !== 'nobody')
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
      const inFile = await textInside(answer)
      if (inFile !== null) {
        seen.files++
        found(`the file of ${name} as ${person.email}`, straysIn(person, inFile, name))
      }
      if (nth % 20 === 0) await house.db.deleteFrom('rateLimits').execute()
    }
    for (const { close } of streams) close()
    found('mails and texts', straysInMessages(house))
    if ('printed' in house) found('the log', house.printed().match(canaries) ?? [])
    await house.close()
    return seen
  },
  whyMissed({ acts = 0, taken = 0, strays }, size) {
    if (strays) return `${strays} foreign canaries`
    if (size === 'full' && acts < 100_000) return `only ${acts} acts`
    return taken > acts / 20 ? null : `only ${taken} of ${acts} acts were taken`
  },
  say: ({ acts, taken, files }) =>
    `${acts} acts, ${taken} of them taken, ${files} files read: no foreign canary`,
})

/** What a file says that does not stand in its bytes. */
async function textInside({ headers, bytes }: RawAnswer): Promise<string | null> {
  const type = headers.get('content-type') ?? ''
  if (type.includes('application/pdf')) return (await readPdf(bytes)).text
  return type.includes('spreadsheetml') ? JSON.stringify(await readXlsx(bytes)) : null
}

async function ask({ client }: Person, row: Route, input: Record<string, unknown>): Promise<RawAnswer> {
  const { method, path, body, headers } = sentFor(row, input)
  return client.raw(method, path, { ...(body ? { body } : {}), ...(headers ? { headers } : {}) })
}

/** What its shape takes, with ids and names of things that are there, whosever they are. */
function wishFor(row: Route, ids: Ids, dice: Dice): Record<string, unknown> {
  const wish = anyValid(row.input, dice)
  const isOfDonors = row.path.includes('donor-forms')
  const named: Record<string, () => unknown> = {
    id: () => dice.pick(isOfDonors ? ids.forms : ids.requests),
    docID: () => dice.pick(ids.requests),
    version: () => dice.between(1, 4),
    seq: () => 1,
    hospital: () => dice.pick(circles).hospital,
    bankId: () => dice.pick(circles).bank,
    driver: () => `${dice.pick(circles).driver}@crossmatch.example`,
    words: () => canary(dice.pick(circles), dice.pick(['Name', 'Text'])),
    phone: () => dice.pick(ids.phones),
  }
  for (const name of Object.keys(wish)) if (named[name] && dice.chance(0.85)) wish[name] = named[name]()
  return wish
}

type Ids = { requests: string[]; forms: string[]; phones: string[] }

async function worldOf(house: { db: Db; as(email: string): Client; anonymous: Client }) {
  const { db } = house
  const ids: Ids = { requests: [], forms: [], phones: [] }
  const ofRequest = new Map<string, string>()
  const persons: Person[] = [
    { who: 'provider', circle: null, client: house.as('bloodsupport'), email: 'the provider' },
    { who: 'nobody', circle: null, client: house.anonymous, email: 'nobody' },
  ]
  await aStaffedHospital(db, { id: 'lotus' })
  await anAccount(db, { email: 'greenbank_bloodbank' })
  for (const circle of circles) {
    const emails = [
      ...(['staff', 'admin'] as const).map((role) => ({ who: 'hospital', email: circle[role] }) as const),
      { who: 'bank', email: `${circle.bank}_bloodbank` } as const,
      { who: 'driver', email: circle.driver } as const,
    ]
    for (const { who, email } of emails) persons.push({ who, circle, client: house.as(email), email })
    for (const status of statuses) {
      const isLinked = !['pending', 'hospital-admin-approved'].includes(status)
      const { id } = await aRequest(db, {
        ...{ status, hospitalId: circle.hospital, patientName: `${canary(circle, 'Name')} Patient` },
        ...{ patientId: canary(circle, 'Text'), reason: canary(circle, 'Text') },
        deadlineAt: later(new Date(), hours(6)),
        ...(isLinked ? { bankId: circle.bank, driverEmail: `${circle.driver}@crossmatch.example` } : {}),
      })
      ids.requests.push(id)
      ofRequest.set(id, circle.mark)
    }
    // one by the front door, whose messages are sent
    const draft = aDraft(new Date(), {
      ...{ patientName: `${canary(circle, 'Name')} Patient`, patientId: canary(circle, 'Text') },
    })
    const { id } = await house.as(circle.staff).done(requests.raise, draft)
    ids.requests.push(id)
    ofRequest.set(id, circle.mark)
    for (const donorStatus of ['incomplete', 'complete'] as const) {
      const words = canary(circle, 'Donor')
      const form = await aDonorForm(db, {
        bankId: circle.bank,
        status: donorStatus,
        name: words,
        address: words,
      })
      ids.forms.push(form.id)
      ids.phones.push(form.phone)
    }
  }
  return { persons, ids, ofRequest }
}

/** No message names a patient or a donor; and what is in it of an order goes to its own hospital and driver alone. */
function straysInMessages({ mails, texts }: { mails: SmtpPeer; texts: SmsGateway }): string[] {
  const all = [
    ...mails.all.map(({ subject, text }) => `${subject} ${text}`),
    ...texts.all.map(({ body }) => body),
  ]
  return all.flatMap((text) => text.match(/cnry[abc](name|donor)/gi) ?? [])
}
