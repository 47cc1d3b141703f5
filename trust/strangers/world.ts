import { downtime } from '#contract/downtime.ts'
import { matching } from '#contract/matching.ts'
import { requests } from '#contract/requests.ts'
import { days, hours, later } from '#domain/basics/time.ts'
import { kindsOfReader } from '#domain/hooks/kinds.ts'
import { nothingMore } from '#domain/matching/needs.ts'
import type { Product } from '#domain/people/roles.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { type Client, clientOf } from '#testing/harness/client.ts'
import { aTestedBag, aTube } from '#testing/makers/benches.ts'
import { aHook } from '#testing/makers/hooks.ts'
import { aKey } from '#testing/makers/keys.ts'
import { aDraft, anAccount, aRequest, aStaffedHospital, nextNumber } from '#testing/makers/makers.ts'
import { keepBags } from '#testing/makers/shelves.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'
import type { HookPeer } from '#testing/peers/hook-peer.ts'
import { type Circle, canary, circles, type Reader } from './canaries.ts'

export type Person = Reader & { client: Client; email: string; isProgram?: true }

/** Of things that are there, whosever they are. */
export type Ids = Record<
  'requests' | 'forms' | 'phones' | 'bags' | 'numbers' | 'slips' | 'packs' | 'hooks' | 'keys' | 'samples',
  string[]
>

type Place = { url: string; db: Db; as(email: string): Client; anonymous: Client }

const statuses: RequestStatus[] = [
  'pending',
  'hospital-admin-approved',
  'bloodbank-approved',
  'issued',
  'delivery-completed',
  'completed',
]

/** Three circles with all that can be of one, a canary in each of its texts. */
export async function worldOf(place: Place, peer: HookPeer) {
  const { db } = place
  const ids: Ids = {
    ...{ requests: [], forms: [], phones: [], bags: [], numbers: [] },
    ...{ slips: [], packs: [], hooks: [], keys: [], samples: [] },
  }
  /** Whose an order is, by its mark. */
  const ofRequest = new Map<string, string>()
  const persons: Person[] = [
    { who: 'provider', circle: null, client: place.as('bloodsupport'), email: 'the provider' },
    { who: 'nobody', circle: null, client: place.anonymous, email: 'nobody' },
  ]
  await aStaffedHospital(db, { id: 'lotus' })
  await anAccount(db, { email: 'greenbank_bloodbank' })
  await keepBags(db, ...circles.map(({ bank }) => bank))
  await aHookOf(null, 'provider')
  await aProgram({ who: 'provider', circle: null }, 'admin', null)
  // of everybody and of nobody here: it acts for the hospital of trials
  await aProgram({ who: 'hospital', circle: null }, 'pilot', 'firm', true)
  for (const circle of circles) {
    const emails = [
      ...(['staff', 'admin'] as const).map((role) => ({ who: 'hospital', email: circle[role] }) as const),
      { who: 'bank', email: `${circle.bank}_bloodbank` } as const,
      { who: 'driver', email: circle.driver } as const,
    ]
    for (const { who, email } of emails) persons.push({ who, circle, client: place.as(email), email })
    await aProgram({ who: 'hospital', circle }, 'pilot', circle.hospital)
    await aProgram({ who: 'bank', circle }, 'bloodbank', circle.bank)
    await aHookOf(circle, 'hospital')
    await aHookOf(circle, 'bank')
    for (const status of statuses) await anOrder(circle, status)
    await byTheFrontDoor(circle)
    await onTheBench(circle)
    await donorsOf(circle)
  }
  // last, so that all of it is in them
  const makers = circles.flatMap(({ admin, bank }) => [admin, `${bank}_bloodbank`])
  for (const email of [...makers, 'bloodsupport'])
    ids.packs.push(String((await place.as(email).done(downtime.make, {})).id))
  return { persons, ids, ofRequest }

  async function aProgram(reader: Reader, product: Product, organisationId: string | null, isTest = false) {
    const name = reader.circle ? `${canary(reader.circle, 'Text')} ${nextNumber()}` : `Module ${nextNumber()}`
    const { key, id } = await aKey(db, { product, organisationId, isTest, name })
    const headers = { origin: null, authorization: `Bearer ${key}` }
    const client = clientOf({ url: place.url, origin: place.url, headers })
    ids.keys.push(id)
    persons.push({ ...reader, client, email: `the key ${name}`, isProgram: true })
  }

  async function aHookOf(circle: Circle | null, reader: 'hospital' | 'bank' | 'provider'): Promise<void> {
    const whose = circle && reader !== 'provider' ? circle[reader] : null
    const { id } = await aHook(db, whose, { url: peer.url(`/${circle?.mark ?? 'all'}/${reader}`) })
    await db
      .updateTable('hooks')
      .set({ kinds: kindsOfReader(reader) })
      .where('id', '=', id)
      .execute()
    ids.hooks.push(String(id))
  }

  function known(circle: Circle, id: string): void {
    ids.requests.push(id)
    ofRequest.set(id, circle.mark)
  }

  async function anOrder(circle: Circle, status: RequestStatus) {
    const isLinked = !['pending', 'hospital-admin-approved'].includes(status)
    const order = await aRequest(db, {
      ...{ status, hospitalId: circle.hospital, patientName: `${canary(circle, 'Name')} Patient` },
      ...{ patientId: canary(circle, 'Patient'), reason: canary(circle, 'Text') },
      ...{ deliveryStatus: canary(circle, 'Text').toLowerCase(), note: canary(circle, 'Text') },
      deadlineAt: later(new Date(), hours(6)),
      ...(isLinked ? { bankId: circle.bank, driverEmail: `${circle.driver}@crossmatch.example` } : {}),
    })
    known(circle, order.id)
    return order
  }

  /** Whose messages are sent, and whose hooks are told. */
  async function byTheFrontDoor(circle: Circle): Promise<void> {
    const draft = aDraft(new Date(), {
      ...{ patientName: `${canary(circle, 'Name')} Patient`, patientId: canary(circle, 'Patient') },
      reason: canary(circle, 'Text'),
    })
    const word = canary(circle, 'Text')
    const more = { ...nothingMore, needsNote: word, ward: word, bed: word, doctor: word, diagnosis: word }
    const { id } = await place.as(circle.staff).done(requests.raise, { ...draft, more })
    known(circle, id)
    const { version } = await place.as(circle.admin).done(requests.show, { id })
    await place.as(circle.admin).done(requests.approve, { id, version })
  }

  /** A sample, a bag that is held and matched, and bags that left with a slip. */
  async function onTheBench(circle: Circle): Promise<void> {
    const bank = place.as(`${circle.bank}_bloodbank`)
    const now = new Date()
    const words = { place: canary(circle, 'Text'), expiresAt: later(now, days(20)) }
    const { id } = await anOrder(circle, 'bloodbank-approved')
    const label = {
      labelName: `${canary(circle, 'Name')} Patient`,
      labelPatientId: canary(circle, 'Patient'),
    }
    const tube = aTube(id, now, { ...label, takenBy: canary(circle, 'Text') })
    const { sample } = await bank.done(matching.receiveSample, tube)
    const bag = await aTestedBag(db, circle.bank, words)
    await bank.done(matching.hold, { id, bagId: bag.id })
    const match = { method: 'gel', result: 'compatible', note: canary(circle, 'Text') } as const
    await bank.done(matching.recordMatch, { id, bagId: bag.id, ...match })
    const packed = await anOrder(circle, 'issued')
    const gone = await aKeptBag(db, { bankId: circle.bank, ...words })
    const emergency = { doctor: canary(circle, 'Text'), reason: canary(circle, 'Text') }
    ids.samples.push(sample.id)
    ids.slips.push(await anIssue(db, packed, now, { bags: [gone], emergency }))
    for (const one of [bag, gone]) {
      ids.bags.push(one.id)
      ids.numbers.push(one.number)
    }
  }

  async function donorsOf(circle: Circle): Promise<void> {
    const words = canary(circle, 'Donor')
    for (const status of ['incomplete', 'complete'] as const) {
      const form = await aDonorForm(db, {
        ...{ bankId: circle.bank, status, name: words, address: words, altAddress: words, lastMeal: words },
        email: `${words.toLowerCase()}@example.org`,
      })
      ids.forms.push(form.id)
      ids.phones.push(form.phone)
    }
  }
}
