import type { Insertable } from 'kysely'
import { type BloodGroup, bloodGroups, type ComponentCode } from '#domain/basics/blood.ts'
import { dayOf, days, earlier, hours, later, minutes } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Camp, type Company, stockRows } from './makers/banks.ts'
import { bankPersonOf } from './makers/people.ts'

/** In the order of bloodGroups: A+ A- B+ B- O+ O- AB+ AB-. */
type Count = [countedAgo: number, ...quantities: number[]]

/** A busy bank in the city, a middling one, and a small one that counts once a day. */
const shelves: Record<string, Record<ComponentCode, Count>> = {
  redbank: {
    PRBC: [minutes(45), 24, 3, 31, 4, 38, 2, 9, 1],
    FFP: [hours(2), 40, 6, 52, 5, 61, 7, 18, 3],
    RDP: [minutes(45), 11, 0, 14, 1, 17, 1, 4, 0],
    SDP: [minutes(10), 3, 0, 4, 0, 5, 1, 1, 0],
  },
  bluebank: {
    PRBC: [hours(2), 12, 1, 17, 0, 15, 0, 5, 0],
    FFP: [hours(2), 22, 2, 19, 3, 26, 2, 8, 1],
    RDP: [hours(5), 6, 0, 3, 0, 8, 0, 1, 0],
    SDP: [hours(5), 1, 0, 2, 0, 0, 0, 0, 0],
  },
  greenbank: {
    PRBC: [hours(26), 8, 0, 10, 1, 13, 1, 2, 0],
    FFP: [hours(26), 14, 1, 12, 0, 20, 1, 4, 0],
    RDP: [days(3), 2, 0, 0, 0, 4, 0, 0, 0],
    SDP: [days(3), 0, 0, 0, 0, 0, 0, 0, 0],
  },
}

/** At or under what the National Blood Transfusion Council allows: Rs 1,550, 400, 400 and 11,000 a unit. */
const rupees: Record<string, Partial<Record<ComponentCode, number>>> = {
  redbank: { PRBC: 1_550, FFP: 400, RDP: 400, SDP: 11_000 },
  bluebank: { PRBC: 1_450, FFP: 380, RDP: 350, SDP: 10_500 },
  greenbank: { PRBC: 1_100, FFP: 300, RDP: 300 },
}

/** Named as the fields of §3.1 that they fill. */
const deliveryPrices = [
  { name: 'delivery_rate', paise: 100_00 },
  { name: 'convenience_Fee', paise: 50_00 },
]

/** Days from today. Some have a day behind them, and two of one size share a day, which is offered once. */
const companies: Record<Company['category'], Record<string, [number, number, number]>> = {
  '0-50': {
    adyarlabs: [5, 19, 33],
    mylaporeprint: [9, 19, 40],
    royapettahtea: [-12, 16, 30],
  },
  '50-100': {
    guindyforge: [6, 20, 48],
    perungudidata: [11, 25, 39],
  },
  '100+': {
    ennoreport: [8, 22, 36],
    oragadammotors: [-4, 13, 27],
    siruserisoftware: [15, 29, 43],
  },
}

/** Asked for so many days ago, to be held so many days from today. */
const camps: [bankId: string, category: Camp['category'], askedAgo: number, heldIn: number][] = [
  ['redbank', '100+', 34, -18],
  ['bluebank', '0-50', 27, -12],
  ['redbank', '50-100', 9, 6],
  ['bluebank', '100+', 6, 13],
  ['redbank', '0-50', 2, 19],
]

export async function fillBanks(db: Db, now: Date): Promise<void> {
  await db.insertInto('stock').values(demoStock(now)).execute()
  await db.insertInto('bankPrices').values(demoPrices()).execute()
  await db.insertInto('deliveryPrices').values(deliveryPrices).execute()
  await db.insertInto('companies').values(demoCompanies(now)).execute()
  await db.insertInto('camps').values(demoCamps(now)).execute()
}

function demoStock(now: Date): Insertable<Tables['stock']>[] {
  return Object.entries(shelves).flatMap(([bankId, shelf]) =>
    Object.entries(shelf).flatMap(([component, [countedAgo, ...quantities]]) => {
      const counts = Object.fromEntries(bloodGroups.map((group, index) => [group, quantities[index]]))
      const byGroup = counts as Record<BloodGroup, number>
      return stockRows(
        bankId,
        { [component]: byGroup },
        {
          at: earlier(now, countedAgo),
          by: bankPersonOf(bankId),
        },
      )
    }),
  )
}

function demoPrices(): Insertable<Tables['bankPrices']>[] {
  return Object.entries(rupees).flatMap(([bankId, prices]) =>
    Object.entries(prices).map(([component, price]) => ({
      bankId,
      component: component as ComponentCode,
      paise: price * 100,
    })),
  )
}

function demoCompanies(now: Date): Company[] {
  return Object.entries(companies).flatMap(([category, named]) =>
    Object.entries(named).map(([name, ahead]) => ({
      name,
      category: category as Company['category'],
      donationDays: ahead.map((day) => dayOf(later(now, days(day)))),
      updatedAt: earlier(now, days(ahead[2] / 2)),
    })),
  )
}

function demoCamps(now: Date): Camp[] {
  return camps.map(([bankId, category, askedAgo, heldIn]) => ({
    bankId,
    category,
    heldOn: dayOf(later(now, days(heldIn))),
    askedAt: earlier(now, days(askedAgo)),
    askedBy: bankPersonOf(bankId),
  }))
}
