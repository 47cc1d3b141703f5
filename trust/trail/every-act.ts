import { audit } from '#contract/audit.ts'
import { billing } from '#contract/billing.ts'
import { camps } from '#contract/camps.ts'
import { consent } from '#contract/consent.ts'
import { contract } from '#contract/contract.ts'
import { donors } from '#contract/donors.ts'
import { driving } from '#contract/driving.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { issuing } from '#contract/issuing.ts'
import { messages } from '#contract/messages.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { notices } from '#contract/notices.ts'
import { orders } from '#contract/orders.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import type { Route } from '#contract/route.ts'
import { stock } from '#contract/stock.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { aDonorDraft } from '#server/demo/makers/donors.ts'
import type { Client } from '#testing/harness/client.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aReport, drive } from '#testing/makers/driving.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft, emailOf, nextNumber } from '#testing/makers/makers.ts'
import { aJpeg, aPdf, send } from '#testing/makers/pictures.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import type { Counts } from '../kept.ts'
import { type Act, type House, houseOf } from './acting-house.ts'
import { actsOfBags } from './acts-of-bags.ts'
import { actsOfBench } from './acts-of-bench.ts'
import { actsOfDowntime } from './acts-of-downtime.ts'
import { actsOfFates } from './acts-of-fates.ts'
import { actsOfFhir } from './acts-of-fhir.ts'
import { actsOfHearing } from './acts-of-hearing.ts'
import { actsOfHooks } from './acts-of-hooks.ts'
import { actsOfKeys } from './acts-of-keys.ts'
import { actsOfMembers } from './acts-of-members.ts'
import { actsOfPeople } from './acts-of-people.ts'

/** These change nothing that anybody would ask the trail about. */
const without: Record<string, string> = {
  'finding.find': 'a search: a POST so that what is looked for stands in no address',
  'consent.find': 'a search: a POST so that what is looked for stands in no address',
  'sheets.consent': 'a list that leaves, which is an event of whoever reads: a POST for the same reason',
  'namedCalls.getAddress': 'a question about addresses, of which nothing is kept',
  'namedCalls.sendEmail': 'confirms the mail that the act itself wrote, whose event tells it',
  'namedCalls.sendSMS': 'confirms the text that the act itself wrote, whose event tells it',
  'namedCalls.sendDriverSMS': 'confirms the text that the act itself wrote, whose event tells it',
  'news.read': 'a mark of one person, which changes nothing for anybody else',
  'news.readAll': 'a mark of one person, which changes nothing for anybody else',
  'joining.look': 'what a link is for: a POST so that it stands in no address',
  'people.beginSecondFactor': 'a key that counts for nothing until it is confirmed, which is an event',
}

const day = '2026-12-20'
const aNotice = { text: 'Roads are flooded', audience: 'all' } as const

const ofRequest =
  (
    row: Route,
    as: (house: House) => Client,
    status: RequestStatus,
    more: object = {},
    wish: Partial<BloodRequest> = {},
  ): Act =>
  async (house) => {
    const { id, version } = await house.order(status, wish)
    return () => as(house).done(row, { id, version, ...more })
  }
const admin = ({ admin: one }: House) => one
const provider = ({ provider: one }: House) => one

const acts: Record<string, Act> = {
  ...actsOfPeople,
  ...actsOfMembers,
  ...actsOfHearing,
  ...actsOfKeys,
  ...actsOfHooks,
  ...actsOfBench,
  ...actsOfFates,
  ...actsOfBags,
  ...actsOfDowntime,
  ...actsOfFhir,
  'requests.raise':
    async ({ staff, service }) =>
    () =>
      staff.done(requests.raise, aDraft(service.clock.now())),
  'requests.approve': ofRequest(requests.approve, admin, 'pending'),
  'requests.reject': ofRequest(requests.reject, admin, 'pending'),
  'requests.undo': async (house) => {
    const { id, version } = await house.order('pending')
    await house.admin.done(requests.approve, { id, version })
    return () => house.admin.done(requests.undo, { id, version: version + 1 })
  },
  'requests.amend': async (house) => {
    const { id, version } = await house.order('pending')
    const draft = aDraft(house.service.clock.now(), { units: 7 })
    return () => house.staff.done(requests.amend, { ...draft, id, version })
  },
  'requests.sayWhy': async (house) => {
    const { id, version } = await house.order('pending')
    await house.admin.done(requests.reject, { id, version })
    return () => house.admin.done(requests.sayWhy, { id, version: version + 1, why: 'duplicate' })
  },
  'requests.setFourEyes':
    async ({ admin: client }) =>
    () =>
      client.done(requests.setFourEyes, { isNeeded: true }),
  'requests.cancel': ofRequest(requests.cancel, admin, 'pending', { reason: 'Not needed' }),
  'requests.replace': async (house) => {
    const { id, version } = await house.order('hospital-admin-approved')
    const draft = aDraft(house.service.clock.now(), { units: 7 })
    return () => house.admin.done(requests.replace, { ...draft, id, version })
  },
  'requests.writeDeliveryStatus': ofRequest(requests.writeDeliveryStatus, provider, 'issued', {
    text: 'At the gate',
  }),
  'orders.approveReservation': ofRequest(
    orders.approveReservation,
    provider,
    'bloodbank-approved',
    {},
    { orderType: 'reservation' },
  ),
  'orders.approveInvoice': ofRequest(orders.approveInvoice, provider, 'delivery-completed'),
  'orders.move': ofRequest(orders.move, provider, 'issued', { status: 'delivery-completed' }),
  'orders.undo': async (house) => {
    const { id, version } = await house.linked()
    await house.provider.done(orders.move, { id, version, status: 'sample-acquired', note: '' })
    return () => house.provider.done(orders.undo, { id, version: version + 1 })
  },
  'orders.link': ofRequest(orders.link, provider, 'hospital-admin-approved', {
    bankId: 'redbank',
    driverEmail: arun,
  }),
  'messages.resend': async ({ provider: client, db, staff, service }) => {
    const { id } = await staff.done(requests.raise, aDraft(service.clock.now()))
    const { items } = await client.done(messages.list, {})
    const message = items.find(({ body }) => body.includes(id))?.id ?? 0
    await db.updateTable('notifications').set({ state: 'failed' }).where('id', '=', message).execute()
    return () => client.done(messages.resend, { id: message })
  },
  'audit.verify':
    async ({ provider: client }) =>
    () =>
      client.done(audit.verify, {}),
  'pictures.upload': async ({ order, provider: client }) => {
    const { id } = await order('issued')
    const bytes = await aJpeg()
    return () =>
      sent(send(client, pictures.upload, { id, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' }, bytes))
  },
  'driving.step': async ({ linked, driver, db, service }) => {
    const { id } = await linked()
    return () => drive(driver, db, { id, step: 'sample acquired' }, service.clock.now())
  },
  'driving.takeBack': async ({ order, driver, service }) => {
    const { id } = await order('cross-matching')
    const report = aReport({ id, step: 'issued' }, service.clock.now())
    await driver.done(driving.step, report)
    return () => driver.done(driving.takeBack, { id, stepId: report.stepId })
  },
  'driving.decide': async ({ order, driver, provider: client, service, db }) => {
    const { id } = await order('cross-matching')
    const warm = aReport({ id, step: 'issued', temperature: 20 }, service.clock.now())
    await driver.done(driving.step, { ...warm, isStop: true })
    const { version } = await db
      .selectFrom('requests')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return () => client.done(driving.decide, { id, version, stepId: warm.stepId, decision: 'return' })
  },
  'driving.picture': async ({ order, driver }) => {
    const { id } = await order('issued')
    const bytes = await aJpeg()
    return () =>
      sent(
        send(
          driver,
          driving.picture,
          { id, seq: 1, state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' },
          bytes,
        ),
      )
  },
  'invoiceFiles.upload': async ({ order, provider: client }) => {
    const { id, version } = await order('completed')
    return () =>
      sent(
        send(client, invoiceFiles.upload, { id, version, party: 'hospital', fileName: 'bill.pdf' }, aPdf()),
      )
  },
  'billing.setBankPrices':
    async ({ provider: client }) =>
    () =>
      client.done(billing.setBankPrices, { bankId: 'redbank', paise: { PRBC: 1, FFP: 2 } }),
  'billing.setDeliveryPrices':
    async ({ provider: client }) =>
    async () => {
      const { items } = await client.done(billing.deliveryPrices, {})
      await client.done(billing.setDeliveryPrices, {
        items: items.map(({ name, paise }) => ({ name, paise: (paise ?? 0) + 1 })),
      })
    },
  'camps.ask': async ({ bank, db }) => {
    await aCompany(db, { donationDays: [day, day, day] })
    return () => bank.done(camps.ask, { category: '0-50', day })
  },
  'camps.saveCompany':
    async ({ provider: client }) =>
    () =>
      client.done(camps.saveCompany, {
        name: `Company${nextNumber()}`,
        category: '0-50',
        days: [day, day, day],
      }),
  'notices.write':
    async ({ provider: client }) =>
    () =>
      client.done(notices.write, aNotice),
  'notices.change': async ({ provider: client }) => {
    const { id, version } = await client.done(notices.write, aNotice)
    return () => client.done(notices.change, { ...aNotice, audience: 'banks', id, version })
  },
  'notices.end': async ({ provider: client }) => {
    const { id, version } = await client.done(notices.write, aNotice)
    return () => client.done(notices.end, { id, version })
  },
  'donors.submit':
    async ({ stranger }) =>
    () =>
      stranger().done(donors.submit, { bankId: 'redbank', ...aDonorDraft() }),
  'consent.save': async ({ bank, form }) => {
    const it = await form()
    return () => bank.done(consent.save, { ...it, draft: { ...it.draft, address: '1 New Street, Chennai' } })
  },
  'consent.sign': async ({ bank, form }) => {
    const { id, seen } = await form()
    const bytes = await aSignature()
    return () => sent(send(bank, consent.sign, { id, seen }, bytes))
  },
  'consent.complete': async ({ bank, form }) => {
    const it = await form()
    const draft = { ...it.draft, signature: { preference: 'typed', name: 'Gayathri' } } as const
    return () => bank.done(consent.complete, { ...it, draft })
  },
  'consent.reject': async ({ bank, form }) => {
    const it = await form()
    return () => bank.done(consent.reject, it)
  },
  'stock.count':
    async ({ bank }) =>
    () =>
      bank.done(stock.count, { component: 'FFP', seenAt: null, quantities: byGroup<number | null>(() => 5) }),
  'stock.feed':
    async ({ bank }) =>
    () =>
      bank.done(stock.feed, { counts: [{ component: 'SDP', quantities: byGroup<number | null>(() => 5) }] }),
  'stock.confirm': async ({ bank }) => {
    const { countedAt } = await bank.done(stock.count, {
      component: 'RDP',
      seenAt: null,
      quantities: byGroup<number | null>(() => 5),
    })
    return () => bank.done(stock.confirm, { component: 'RDP', seenAt: countedAt })
  },
  'stock.setReminder':
    async ({ bank }) =>
    () =>
      bank.done(stock.setReminder, { time: '06:45' }),
  'issuing.refuse': async ({ linked, bank }) => {
    const { id, version } = await linked()
    return () => bank.done(issuing.refuse, { id, version, reason: 'No bag passed the cross-match' })
  },
  'namedCalls.createUser':
    async ({ provider: client }) =>
    () =>
      client.done(namedCalls.createUser, {
        name: 'Kavya',
        email: emailOf(`kavya${nextNumber()}.driver`),
        password: 'sevenup',
      }),
  'namedCalls.generateInvoice': async ({ order, provider: client }) => {
    const { id } = await order('completed')
    return () =>
      client.done(namedCalls.generateInvoice, { docID: id, type: 'NORMAL', InvoiceType: 'hospital' })
  },
}

async function sent(answer: ReturnType<typeof send>): Promise<void> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status} ${text}`)
}

/** Every route that may change something: one event for each subject that it changed, or a reason why none. */
export async function everyAct(): Promise<Counts> {
  const service = await aService({ settings: { ROLE: 'web' } })
  const house = houseOf(service)
  await thePrices(service.db)
  const wrong: string[] = []
  let events = 0
  const names = Object.entries(contract).flatMap(([capability, table]) =>
    Object.entries(table as Record<string, Route>).flatMap(([verb, { method }]) =>
      method === 'GET' ? [] : [`${capability}.${verb}`],
    ),
  )
  for (const name of names.filter((one) => !without[one])) {
    await service.db.deleteFrom('rateLimits').execute()
    const told = await toldBy(house, acts[name]).catch(
      (error: unknown) => void wrong.push(`${name}: ${error}`),
    )
    if (!told) continue
    events += told.length
    if (told.length === 0 || new Set(told).size !== told.length)
      wrong.push(`${name}: ${told.join(', ') || 'none'}`)
  }
  if (wrong.length > 0) throw new Error(`Not one event a subject: ${wrong.join('; ')}`)
  return { calls: names.length - Object.keys(without).length, events }
}

/** The subjects of the events that the call left. */
async function toldBy(house: House, act: Act | undefined): Promise<string[]> {
  if (!act) throw new Error('neither called here nor named with a reason')
  const call = await act(house)
  await house.service.settled()
  const before = await lastEvent(house.service)
  await call()
  const rows = await house.db
    .selectFrom('events')
    .select(['subjectKind', 'subjectId'])
    .where('id', '>', before)
    .execute()
  return rows.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`)
}

async function lastEvent({ db }: TestService): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max<number | null>('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}
