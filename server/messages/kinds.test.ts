import { expect, test, vi } from 'vitest'
import { bags } from '#contract/bags.ts'
import { camps } from '#contract/camps.ts'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { accounts } from '#contract/organisations.ts'
import { people } from '#contract/people.ts'
import { requests } from '#contract/requests.ts'
import { days, earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { messageKinds } from '#domain/messages/kinds.ts'
import { bagReactions } from '#server/bags/reactions.ts'
import { campReactions } from '#server/camps/reactions.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { requestReactions } from '#server/requests/reactions.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { anIssue, aTestedBag, aTube } from '#testing/makers/benches.ts'
import { aReport, drive } from '#testing/makers/driving.ts'
import { arun, meena } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest, emailOf } from '#testing/makers/makers.ts'
import { keepBags } from '#testing/makers/shelves.ts'

const patient = { patientName: 'Canary Zanzibar', patientId: 'CANARY-ID-7', reason: 'canary reason' }
const why = 'canary reason of Canary Zanzibar'

/** Every act that causes a message, with a patient whose name would be seen. */
async function everyAct(service: TestService): Promise<void> {
  const [provider, admin] = [service.as('bloodsupport'), service.as('firm')]
  const now = service.clock.now()
  const raise = async () => (await service.as('firm_pilot').done(requests.raise, aDraft(now, patient))).id
  const rejected = await raise()
  await admin.done(requests.reject, { id: rejected, version: 1 })
  await admin.done(requests.sayWhy, { id: rejected, version: 2, why: 'other', note: why })
  const cancelled = await raise()
  const amended = { ...aDraft(now, patient), units: 3 }
  await service.as('firm_pilot').done(requests.amend, { ...amended, id: cancelled, version: 1 })
  await admin.done(requests.approve, { id: cancelled, version: 2 })
  await admin.done(requests.undo, { id: cancelled, version: 3 })
  await admin.done(requests.approve, { id: cancelled, version: 4 })
  await admin.done(requests.cancel, { id: cancelled, version: 5, reason: why })
  const linked = await raise()
  await admin.done(requests.approve, { id: linked, version: 1 })
  await provider.done(orders.link, { id: linked, version: 2, bankId: 'redbank', driverEmail: arun })
  await service.as('redbank_bloodbank').done(issuing.refuse, { id: linked, version: 3, reason: why })
  const reserved = await aRequest(
    service.db,
    { ...patient, status: 'bloodbank-approved', orderType: 'reservation', pickupAt: later(now, hours(2)) },
    now,
  )
  await provider.done(orders.approveReservation, { id: reserved.id, version: reserved.version })
  await provider.done(orders.move, { id: reserved.id, version: reserved.version + 1, status: 'issued' })
  await provider.done(orders.undo, { id: reserved.id, version: reserved.version + 2 })
  const warm = await aRequest(service.db, { ...patient, status: 'cross-matching' }, now)
  const driver = service.as(arun)
  const measured = (temperature: number) => aReport({ id: warm.id, step: 'issued', temperature }, now)
  const stopped = measured(15)
  await driver.done(driving.step, { ...stopped, isStop: true })
  await provider.done(driving.decide, {
    id: warm.id,
    version: warm.version + 1,
    stepId: stopped.stepId,
    decision: 'new-bag',
    reason: why,
  })
  const allowed = measured(12)
  await driver.done(driving.step, { ...allowed, allowedBy: why })
  await driver.done(driving.takeBack, { id: warm.id, stepId: allowed.stepId })
  const to = { bankId: 'redbank', driverEmail: meena }
  await provider.done(orders.link, { id: warm.id, version: warm.version + 4, ...to })
  await driver.done(driving.step, { ...measured(12), allowedBy: why })
  await driver.done(driving.step, { ...measured(15), isStop: true })
  const completed = {
    id: reserved.id,
    version: reserved.version + 3,
    status: 'completed',
    note: why,
  } as const
  await provider.done(orders.move, completed)

  const brought = await aRequest(service.db, { ...patient, status: 'issued' }, now)
  await provider.done(orders.move, { id: brought.id, version: brought.version, status: 'delivery-completed' })
  await provider.done(orders.move, { id: brought.id, version: brought.version + 1, status: 'issued' })
  const other = { bankId: 'bluebank', driverEmail: meena }
  await provider.done(orders.link, { id: brought.id, version: brought.version + 2, ...other })
  // what the clock brings
  await aRequest(
    service.db,
    { ...patient, status: 'issued', deadlineAt: earlier(now, minutes(1)) },
    earlier(now, hours(4)),
  )
  const wait = { ...patient, status: 'hospital-admin-approved' } as const
  await aRequest(service.db, { ...wait, deadlineAt: later(now, hours(2)) }, earlier(now, hours(2)))
  await aRequest(service.db, { ...wait, deadlineAt: earlier(now, hours(2)) }, earlier(now, hours(6)))
  const sweep = { queue: 'sweep-requests', data: {} }
  await service.db.transaction().execute((tx) => service.jobs.enqueue(tx, sweep))
  await service.mails.find(({ subject }) => subject.includes('is not linked'), 30_000)

  const day = '2030-01-07'
  await provider.done(camps.saveCompany, { name: 'acme', category: '0-50', days: [day, day, day] })
  await service.as('redbank_bloodbank').done(camps.ask, { category: '0-50', day })
  await service.anonymous.done(people.forgetPassword, { email: emailOf('firm') })
  const newcomer = {
    email: 'mary@mail.example',
    name: 'Mary Thomas',
    product: 'pilot',
    role: 'staff',
  } as const
  await provider.done(accounts.add, { id: 'firm', ...newcomer })

  // the fourth of an hour is told with others, as if they had been gathered long enough
  await raise()
  await service.db
    .updateTable('gatheredRaises')
    .set({ raisedAt: earlier(now, hours(1)) })
    .execute()
  const minute = { queue: 'every-minute', data: {} }
  await service.db.transaction().execute((tx) => service.jobs.enqueue(tx, minute))
  await service.mails.find(({ subject }) => subject.startsWith('Requests raised'), 15_000)
}

/** What the bench wants of others. */
async function benchActs(service: TestService): Promise<void> {
  const [bank, admin] = [service.as('redbank_bloodbank'), service.as('firm')]
  const now = service.clock.now()
  const order = async (wish: RequestWish = {}) =>
    (await aRequest(service.db, { ...patient, status: 'bloodbank-approved', ...wish }, now)).id
  const label = { labelName: patient.patientName, labelPatientId: patient.patientId }
  const receive = (id: string, change: object = {}) =>
    bank.done(matching.receiveSample, aTube(id, now, { ...label, ...change }))
  const id = await order()
  await bank.done(matching.answer, { id, units: 1, byAt: later(now, hours(2)), note: why })
  await receive(id, { labelName: 'Zanzibar Canary' })
  await receive(id)
  await receive(id)
  const differs = await order()
  await receive(differs, { groupFound: 'B+' })
  await admin.done(matching.correctGroup, { id: differs, bloodGroup: 'B+' })
  const offer = { id: await order({ bloodGroup: 'O-' }), bloodGroup: 'O+' as const }
  await bank.done(matching.propose, offer)
  await admin.done(matching.decide, { ...offer, isAccepted: true, doctor: 'Dr. Canary', reason: why })
  const bleeding = await order()
  const bag = await aTestedBag(service.db, 'redbank', { expiresAt: later(now, days(20)) })
  await bank.done(matching.hold, { id: bleeding, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Canary', reason: why }
  await bank.done(matching.issue, anIssue(bleeding, [bag], { emergency }))
  await receive(bleeding)
  const result = { method: 'gel', result: 'incompatible', note: why } as const
  await bank.done(matching.recordMatch, { id: bleeding, bagId: bag.id, ...result })
  // the group is corrected when a bag of the old one is out
  const older = await order({ bloodGroup: 'A+' })
  const unlike = await aTestedBag(service.db, 'redbank', {
    ...{ bloodGroup: 'A+', expiresAt: later(now, days(20)) },
  })
  await receive(older, { groupFound: 'A+' })
  await bank.done(matching.hold, { id: older, bagId: unlike.id })
  await bank.done(matching.recordMatch, {
    ...{ id: older, bagId: unlike.id, method: 'gel', result: 'compatible' },
  })
  await bank.done(matching.issue, anIssue(older, [unlike]))
  await receive(older, { groupFound: 'O+' })
  await admin.done(matching.correctGroup, { id: older, bloodGroup: 'O+' })
  // a driver left with a bag whose end came at the counter
  const late = await order()
  const ended = await aTestedBag(service.db, 'redbank', { expiresAt: later(now, days(20)) })
  await receive(late)
  await bank.done(matching.hold, { id: late, bagId: ended.id })
  await bank.done(matching.recordMatch, { ...result, id: late, bagId: ended.id, result: 'compatible' })
  await bank.done(matching.issue, anIssue(late, [ended]))
  await service.db.updateTable('bags').set({ expiresAt: now }).where('id', '=', ended.id).execute()
  await drive(service.as(arun), service.db, { id: late, step: 'issued' }, now)
  // a donation turns out reactive when one of its bags is out, and one at another bank
  const given = await aTestedBag(service.db, 'redbank', {
    ...{ number: bag.number, numberKind: bag.numberKind, component: 'FFP', expiresAt: later(now, days(20)) },
  })
  await keepBags(service.db, 'redbank', 'bluebank')
  await bank.done(bags.transfer, { id: given.id, version: given.version, bankId: 'bluebank' })
  await bank.done(bags.recordTests, {
    donations: [{ number: bag.number, results: [{ test: 'HIV', result: 'reactive' }] }],
  })
}

test('T26 NOTIFY-03 of every kind: mails are text and simple HTML, and no message names a patient but by the hospital’s id', async () => {
  const service = await aService({ settings: { RAISES_GATHERED_AFTER: '3' } })
  await everyAct(service)
  await benchActs(service)
  await service.settled()
  const happened = await service.db.selectFrom('events').select('kind').distinct().execute()
  const to = { providers: [], dev: [], publicUrl: '', driverUrl: '' }
  const causes = Object.keys({ ...requestReactions(to), ...campReactions(to), ...bagReactions(to) })
  expect(happened.map(({ kind }) => kind)).toEqual(expect.arrayContaining(causes))

  const rows = await service.db.selectFrom('notifications').selectAll().execute()
  const kindsBy = (wanted: string) =>
    [...new Set(rows.filter(({ channel }) => channel === wanted).map(({ kind }) => kind))].sort()
  expect(kindsBy('mail')).toEqual([
    'approve',
    'bag-incompatible',
    'bag-incompatible-provider',
    'bag-recalled',
    'bag-recalled-provider',
    'bags-halted',
    'bags-halted-bank',
    'bags-misfit',
    'bags-misfit-provider',
    'bank-answered',
    'bank-refused',
    'camp-asked',
    'cancel',
    'delivered',
    'donation-reactive',
    'donation-reactive-provider',
    'expired',
    'expired-hospital',
    'flood',
    'group-differs',
    'group-offered',
    'invitation',
    'late',
    'not-delivered',
    'order-gone',
    'order-linked',
    'password-reset',
    'raise',
    'refuse',
    'reservation',
    'sample-wanted',
    'taken',
    'temperature',
    'undo',
    'untaken',
    'untaken-hospital',
  ])
  expect(kindsBy('sms')).toEqual([
    'approval',
    'bag-incompatible',
    'bag-recalled',
    'bags-halted',
    'bags-halted-bank',
    'bags-misfit',
    'bank-refused',
    'delivered',
    'donation-reactive',
    'driver',
    'driver-freed',
    'expired-hospital',
    'group-differs',
    'group-offered',
    'late',
    'not-delivered',
    'order-gone',
    'order-linked',
    'raised',
    'sample-wanted',
    'taken',
    'temperature',
    'untaken-hospital',
  ])
  const told = await service.db.selectFrom('news').select(['kind', 'title', 'words']).execute()
  const onTheBell = Object.keys(messageKinds).filter(
    (kind) => !['driver', 'driver-freed', 'stock-old', 'stock-forgotten', 'hook-stopped'].includes(kind),
  )
  expect([...new Set(told.map(({ kind }) => kind))].sort()).toEqual(onTheBell.sort())
  for (const { title, words } of told) {
    expect(`${title} ${words}`).not.toMatch(/canary|zanzibar|firm|hospital firm|undefined|null/i)
    expect(title.length).toBeLessThan(60)
    expect(words).toMatch(/\.$/)
  }
  await vi.waitFor(
    async () => {
      const left = await service.db
        .selectFrom('notifications')
        .select('id')
        // what was undone before it went is not told
        .where('state', 'not in', ['sent', 'overtaken'])
        .execute()
      expect(left).toEqual([])
    },
    { timeout: 30_000, interval: 200 },
  )

  for (const { subject, text, html, raw } of service.mails.all) {
    expect(subject).not.toMatch(/canary/i)
    expect(raw + text + html).not.toMatch(/Zanzibar|canary reason/i)
    expect(text.trim()).not.toBe('')
    expect(text).not.toMatch(/<\w/)
    expect(html.replace(/<\/?(p|br|a)\b[^>]*>/g, ''), subject).not.toMatch(/[<>]/)
    const words = (part: string) =>
      part
        .replace(/<[^>]*>/g, ' ')
        .replace(/&(quot|amp|#39);|["'&]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    expect(words(html)).toBe(words(text))
  }
  for (const { body } of service.texts.all) expect(body).not.toMatch(/canary|zanzibar/i)
  const { sent } = await service.db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  expect(service.mails.all.length + service.texts.all.length).toBe(sent)
})
