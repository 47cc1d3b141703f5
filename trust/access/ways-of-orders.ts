import { driving } from '#contract/driving.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { orders } from '#contract/orders.ts'
import { pictures } from '#contract/pictures.ts'
import { requests } from '#contract/requests.ts'
import { bloodGroups } from '#domain/basics/blood.ts'
import { hours, later, minutes, wholeMinute } from '#domain/basics/time.ts'
import { reservationHourChoices } from '#domain/requests/raising.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { aReport, codeOf } from '#testing/makers/driving.ts'
import { aDraft, nextNumber } from '#testing/makers/makers.ts'
import { aPdf, aPng } from '#testing/makers/pictures.ts'
import type { House } from './house.ts'
import { banks, type Kind, kinds, raisers } from './who-may.ts'
import { adminOf, anOrder, aText, bankOf, doneBy, driverOf, versionOf, type Way } from './wishes.ts'

const provider = kinds.provider
const theInvoice = aPdf()
const thePicture = aPng()

/** Of one order, as it was just seen. */
const seen = ({ id, version }: { id: string; version: number }) => ({ id, version })

/** A step that the driver has told, and how the order is then. */
async function told(house: House, kind: Kind, change: object = {}) {
  const { id } = await anOrder(house, kind, { status: 'cross-matching' })
  const report = aReport({ id, step: 'issued', ...change }, house.now())
  await doneBy(house, driverOf(kind), driving.step, report)
  return { id, stepId: report.stepId }
}

export const waysOfOrders: Record<string, Way> = {
  'requests.raise': (house) => {
    const { dice } = house
    const pickupAt = later(wholeMinute(house.now()), minutes(dice.between(31, 60 * 24 * 3)))
    const isReserved = dice.chance(0.4)
    const input = aDraft(house.now(), {
      patientName: aText(house),
      patientId: aText(house),
      reason: aText(house),
      age: dice.pick([0, 1, 17, 64, 119, 120]),
      sex: dice.pick(['Male', 'Female', 'Others']),
      bloodGroup: dice.pick(bloodGroups),
      component: dice.pick(['PRBC', 'FFP', 'SDP', 'RDP']),
      units: dice.pick([1, 2, 3, 4, 29, 30]),
      pickupAt,
      ...(isReserved
        ? { orderType: 'reservation', deadlineAt: null, reservationHours: dice.pick(reservationHourChoices) }
        : { deadlineAt: dice.chance(0.3) ? null : later(pickupAt, hours(dice.between(3, 20))) }),
    })
    return {
      input,
      ...(dice.chance(0.5) ? { headers: { 'idempotency-key': `key-${nextNumber()}-${dice.hex(8)}` } } : {}),
    }
  },
  'requests.show': async (house, kind) => ({ input: { id: (await anOrder(house, kind)).id } }),
  'requests.amend': async (house, kind) => {
    const order = await anOrder(house, kind)
    const draft = aDraft(house.now(), { reason: aText(house), units: house.dice.pick([1, 4, 30]) })
    return { input: { ...draft, ...seen(order) } }
  },
  // nobody of the house raised what they approve here: both may stand
  'requests.setFourEyes': ({ dice }) => ({ input: { isNeeded: dice.chance(0.5) } }),
  'requests.approve': async (house, kind) => ({ input: seen(await anOrder(house, kind)) }),
  'requests.reject': async (house, kind) => ({ input: seen(await anOrder(house, kind)) }),
  'requests.undo': async (house, kind) => {
    const order = await anOrder(house, kind)
    const decide = house.dice.pick([requests.approve, requests.reject])
    await doneBy(house, adminOf(kind), decide, seen(order))
    return { input: { id: order.id, version: order.version + 1 } }
  },
  'requests.sayWhy': async (house, kind) => {
    const order = await anOrder(house, kind)
    await doneBy(house, adminOf(kind), requests.reject, seen(order))
    const why = house.dice.pick(['duplicate', 'wrong-group', 'wrong-patient', 'not-needed', 'other'] as const)
    const note = why === 'other' ? `See the ward's list ${nextNumber()}` : ''
    return { input: { id: order.id, version: order.version + 1, why, note } }
  },
  'requests.cancel': async (house, kind) => ({
    input: { ...seen(await anOrder(house, kind)), reason: aText(house) },
  }),
  'requests.replace': async (house, kind) => {
    const order = await anOrder(house, kind, { status: 'hospital-admin-approved' })
    return { input: { ...aDraft(house.now(), { reason: aText(house) }), ...seen(order) } }
  },
  'requests.writeDeliveryStatus': async (house, kind) => ({
    input: { ...seen(await anOrder(house, kind, { status: 'issued' })), text: aText(house) },
  }),
  'orders.show': async (house, kind) => ({ input: { id: (await anOrder(house, kind)).id } }),
  'orders.banksFor': async (house, kind) => ({
    input: { id: (await anOrder(house, kind, { status: 'hospital-admin-approved' })).id },
  }),
  'orders.approveReservation': async (house, kind) => ({
    input: seen(await anOrder(house, kind, { status: 'bloodbank-approved', orderType: 'reservation' })),
  }),
  'orders.approveInvoice': async (house, kind) => ({
    input: seen(await anOrder(house, kind, { status: 'delivery-completed' })),
  }),
  'orders.move': async (house, kind) => ({
    input: {
      ...seen(await anOrder(house, kind, { status: 'issued' })),
      status: house.dice.pick(requestStatuses),
      ...(house.dice.chance(0.5) ? { note: aText(house) } : {}),
      ...(house.dice.chance(0.5) ? { deliveryText: aText(house) } : {}),
    },
  }),
  'orders.undo': async (house, kind) => {
    const { id, version } = await anOrder(house, kind, { status: 'issued' })
    await doneBy(house, provider, orders.move, { id, version, status: 'cross-matching' })
    return { input: { id, version: await versionOf(house, id) } }
  },
  'orders.link': async (house, kind) => ({
    input: {
      ...seen(await anOrder(house, kind, { status: 'hospital-admin-approved' })),
      bankId: bankOf(kind),
      driverEmail: driverOf(kind),
    },
  }),
  'finding.find': (house) => ({
    input: {
      text: house.dice.pick(['karthik', 'FH-118160', 'Firm', 'ab', 'சு ந', '#01', '0123abcd', 'Asha Rao']),
    },
  }),
  'pictures.list': async (house, kind) => ({ input: { id: (await anOrder(house, kind)).id } }),
  'pictures.file': async (house, kind) => ({ input: await aKeptPicture(house, kind) }),
  'pictures.all': async (house, kind) => ({ input: { id: (await aKeptPicture(house, kind)).id } }),
  'pictures.upload': async (house, kind) => ({
    input: { ...(await aPictureOf(house, kind)), fileName: 'bag.png' },
    file: await thePicture,
  }),
  'driving.step': async (house, kind) => {
    const { id } = await anOrder(house, kind, { status: 'bloodbank-approved' })
    const code = await codeOf(house.service.db, { id, step: 'sample acquired' })
    return {
      input: aReport({ id, step: 'sample acquired', code, receiver: aText(house) }, house.now()),
    }
  },
  'driving.takeBack': async (house, kind) => ({ input: await told(house, kind) }),
  'driving.decide': async (house, kind) => {
    const { id, stepId } = await told(house, kind, { temperature: 14.6, isStop: true })
    const decision = house.dice.pick(['go-on', 'new-bag', 'return'])
    return { input: { id, stepId, version: await versionOf(house, id), decision, reason: aText(house) } }
  },
  'driving.picture': async (house, kind) => ({
    input: { ...(await aPictureOf(house, kind)), seq: 1, fileName: 'bag.png' },
    file: await thePicture,
  }),
  'driving.codes': async (house, kind) => ({
    input: { id: (await anOrder(house, kind, { status: 'bloodbank-approved' })).id },
  }),
  'invoiceFiles.download': async (house, kind) => {
    const { id, version } = await anOrder(house, kind, { status: 'completed' })
    const party = banks.includes(kind) ? 'bloodbank' : 'hospital'
    await doneBy(house, provider, invoiceFiles.upload, { id, version, party, fileName: 'a.pdf' }, theInvoice)
    return { input: { id, party } }
  },
  'invoiceFiles.upload': async (house, kind) => ({
    input: {
      ...seen(await anOrder(house, kind, { status: 'completed' })),
      party: house.dice.pick(['hospital', 'bloodbank']),
      fileName: house.dice.pick(['a.pdf', 'Invoice 7 (2).PDF', 'விலை.pdf']),
    },
    file: theInvoice,
  }),
  'billing.setBankPrices': (house, kind) => ({
    input: { bankId: bankOf(kind), paise: { PRBC: house.dice.between(1, 9_999_999), FFP: 1_00 } },
  }),
  'billing.setDeliveryPrices': (house) => ({
    input: {
      items: ['convenience_Fee', 'delivery_rate'].map((name) => ({
        name,
        paise: house.dice.between(0, 99_999),
      })),
    },
  }),
  'billing.components': (house) => ({
    input: {
      from: house.dice.pick(['1900-01-01', '2026-11-01', '2026-11-16']),
      to: house.dice.pick(['2026-11-16', '2026-12-31', '9999-12-31']),
    },
  }),
  'namedCalls.generateInvoice': async (house, kind) => ({
    input: {
      docID: (await anOrder(house, kind, { status: 'delivery-completed' })).id,
      type: 'NORMAL',
      InvoiceType: house.dice.pick(['hospital', 'bloodbank']),
      anything: aText(house),
    },
  }),
  'namedCalls.sendSMS': async (house, kind) => {
    const order = await anOrder(house, kind)
    if (raisers.includes(kind)) return { input: { type: 'raised', payload: { RequestID: order.id } } }
    await doneBy(house, adminOf(kind), requests.approve, seen(order))
    return { input: { type: 'approval', payload: { RequestID: order.id } } }
  },
  'namedCalls.sendDriverSMS': async (house, kind) => {
    const { id } = await anOrder(house, kind, { status: 'bloodbank-approved' })
    return {
      input: { Driver: driverOf(kind), Phone: '9840130001', DeliveryURL: `https://x.example/?id=${id}` },
    }
  },
}

async function aPictureOf(house: House, kind: Kind) {
  const { id } = await anOrder(house, kind, { status: 'issued' })
  return { id, state: 'InTransit', name: 'Bag' }
}

async function aKeptPicture(house: House, kind: Kind) {
  const picture = await aPictureOf(house, kind)
  await doneBy(house, provider, pictures.upload, { ...picture, fileName: 'a.png' }, await thePicture)
  return picture
}
