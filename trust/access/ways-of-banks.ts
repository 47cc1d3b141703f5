import { camps } from '#contract/camps.ts'
import { consent } from '#contract/consent.ts'
import { orders } from '#contract/orders.ts'
import { stock } from '#contract/stock.ts'
import { bloodGroups, componentCodes } from '#domain/basics/blood.ts'
import { dayOf, days, earlier, later } from '#domain/basics/time.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import { RegisterForm, registerKinds } from '#domain/registers/register.ts'
import { DaySheetForm } from '#domain/stock/day-sheet.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { aDonorDraft, aDonorForm, type DonorWish } from '#server/demo/makers/donors.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { aSignature } from '#testing/makers/signatures.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'
import type { House } from './house.ts'
import { banks, type Kind, kinds } from './who-may.ts'
import { anOrder, aText, bankMail, bankOf, doneBy, type Way } from './wishes.ts'

const theSignature = aSignature()

const aForm = ({ service, now }: House, kind: Kind, wish: DonorWish = {}) =>
  aDonorForm(service.db, { bankId: bankOf(kind), ...wish }, now())

/** A form as the bank has it before it. */
async function openForm(house: House, kind: Kind) {
  const { id } = await aForm(house, kind)
  const shown: { seen: string } = await doneBy(house, bankMail(kind), consent.show, { id })
  const draft = {
    ...draftOf(ConsentForm.parse(shown)),
    address: `${house.dice.between(1, 99)} ${aText(house)}`,
    signature: { preference: 'typed', name: aText(house) },
  }
  return { id, seen: shown.seen, draft }
}

/** Signed by hand, and not decided. */
async function drawnForm(house: House, kind: Kind) {
  const { id, seen } = await openForm(house, kind)
  const signed: { seen: string } = await doneBy(
    house,
    bankMail(kind),
    consent.sign,
    { id, seen },
    await theSignature,
  )
  return { id, seen: signed.seen }
}

const aDay = (house: House): string => dayOf(later(house.now(), days(house.dice.between(1, 300))))

let furthest = 300
/** On which nobody else has a camp: the mail of a camp is asked for by its day. */
const anotherDay = (house: House): string => dayOf(later(house.now(), days(++furthest)))

async function lastCount(house: House, kind: Kind) {
  const component = house.dice.pick(componentCodes)
  const { items }: { items: { component: string; countedAt: string | null }[] } = await doneBy(
    house,
    bankMail(kind),
    stock.list,
    {},
  )
  const seenAt = items.find((one) => one.component === component)?.countedAt ?? null
  const quantities = Object.fromEntries(
    bloodGroups.map((group) => [group, house.dice.pick([null, 0, 7, 9_999])]),
  )
  return { component, seenAt, quantities }
}

const aRegister = (house: House) => ({
  kind: house.dice.pick(registerKinds),
  from: dayOf(earlier(house.now(), days(house.dice.between(0, 60)))),
  to: dayOf(house.now()),
})

export const waysOfBanks: Record<string, Way> = {
  'camps.ask': async (house) => {
    const { category, donationDays } = await aCompany(house.service.db, {}, house.now())
    return { input: { category, day: house.dice.pick(donationDays) } }
  },
  'camps.saveCompany': (house) => ({
    input: {
      name: house.dice.pick(['AdyarLabs', 'நிறுவனம்', "O'Neil&Sons", `firm${house.dice.between(1, 99)}`]),
      category: house.dice.pick(['0-50', '50-100', '100+']),
      days: [aDay(house), aDay(house), aDay(house)],
    },
  }),
  'bags.labels': async (house, kind) => ({
    input: { id: (await aKeptBag(house.service.db, { bankId: bankOf(kind) })).id },
  }),
  'slips.print': async (house, kind) => {
    const order = await anOrder(house, kind, { status: 'issued' })
    return { input: { slip: await anIssue(house.service.db, order, house.now()) } }
  },
  'slips.seen': (house) => ({ input: { slip: house.dice.pick(['REDBANK-2026-000001', 'nobody', 'ஒன்று']) } }),
  'donors.bank': (house) => ({ input: { id: house.dice.pick(['redbank', 'nobody', aText(house)]) } }),
  'donors.submit': (house, kind) => ({
    input: {
      bankId: bankOf(kind),
      ...aDonorDraft({
        name: aText(house),
        address: aText(house),
        lastMeal: aText(house),
        language: house.dice.pick(['en', 'ta']),
        bloodGroup: house.dice.pick(bloodGroups),
        weightKg: house.dice.pick([45, 58.5, 120]),
      }),
    },
    headers: { 'idempotency-key': `donor-${nextNumber()}-${house.dice.hex(8)}` },
  }),
  'consent.find': (house) => ({
    input: house.dice.chance(0.5) ? { id: house.dice.hex(8) } : { phone: '9840012345' },
  }),
  'consent.show': async (house, kind) => ({ input: { id: (await aForm(house, kind)).id } }),
  'consent.save': async (house, kind) => ({ input: await openForm(house, kind) }),
  'consent.sign': async (house, kind) => {
    const { id, seen } = await openForm(house, kind)
    return { input: { id, seen }, file: await theSignature }
  },
  'consent.signature': async (house, kind) => ({ input: await drawnForm(house, kind) }),
  'consent.complete': async (house, kind) => ({ input: await openForm(house, kind) }),
  'consent.reject': async (house, kind) => ({ input: await openForm(house, kind) }),
  'consent.certificate': async (house, kind) => ({
    input: { id: (await aForm(house, kind, { status: 'complete' })).id },
  }),
  'stock.count': async (house, kind) => ({ input: await lastCount(house, kind) }),
  'stock.feed': async (house, kind) => {
    const { component, quantities } = await lastCount(house, kind)
    return { input: { counts: [{ component, quantities }] } }
  },
  'stock.confirm': async (house, kind) => {
    const count = await lastCount(house, kind)
    const { countedAt }: { countedAt: string } = await doneBy(house, bankMail(kind), stock.count, count)
    return { input: { component: count.component, seenAt: countedAt } }
  },
  'stock.setReminder': (house) => ({ input: { time: house.dice.pick(['06:30', '08:00', '21:15']) } }),
  'registers.look': (house) => ({ input: aRegister(house) }),
  'registers.download': (house) => ({
    input: { ...aRegister(house), as: house.dice.pick(RegisterForm.options) },
  }),
  'sheets.day': (house) => ({
    input: { day: dayOf(house.now()), as: house.dice.pick(DaySheetForm.options) },
  }),
  'issuing.refuse': async (house, kind) => {
    const { id, version } = await anOrder(house, kind, { status: 'bloodbank-approved' })
    return { input: { id, version, reason: aText(house) } }
  },
  'namedCalls.sendEmail': async (house, kind) => {
    if (banks.includes(kind)) {
      const date = anotherDay(house)
      const { category } = await aCompany(house.service.db, { donationDays: [date, date, date] }, house.now())
      await doneBy(house, bankMail(kind), camps.ask, { category, day: date })
      return { input: { bloodCampData: { category, date } } }
    }
    return mailOfOrder(house, kind)
  },
}

async function mailOfOrder(house: House, kind: Kind) {
  const of = {
    provider: { type: 'reservation', wish: { status: 'bloodbank-approved', orderType: 'reservation' } },
    'pilot staff': { type: 'raise', wish: {} },
    'pilot admin': { type: 'raise', wish: {} },
    'plus admin': { type: 'approve', wish: { status: 'hospital-admin-approved' } },
  } as const
  const { type, wish } = of[kind as keyof typeof of] ?? of['pilot staff']
  const { id, version } = await anOrder(house, kind, wish)
  if (type === 'reservation') await doneBy(house, kinds.provider, orders.approveReservation, { id, version })
  return { input: { type, patientData: { RequestID: id, PatientName: aText(house) } } }
}
