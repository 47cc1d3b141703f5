import { sql } from 'kysely'
import { days, earlier, minutes } from '#domain/basics/time.ts'
import type { Files } from '#server/basics/files.ts'
import type { Db } from '#server/db/database.ts'
import { fillBags } from './bags.ts'
import { fillBanks } from './banks.ts'
import { fillBench } from './bench.ts'
import { benchToday } from './bench-today.ts'
import { fillDonors } from './donors.ts'
import { toldByDrivers } from './driving.ts'
import { type Busyness, earlierRequests } from './earlier-requests.ts'
import { firmToday } from './firm-today.ts'
import { fillInvoices, nameInvoices } from './invoices.ts'
import { type Dice, diceFrom } from './makers/dice.ts'
import { thePeople } from './makers/people.ts'
import { type MadeRequest, madeRequest, type RequestWish, refused, writeRequests } from './makers/requests.ts'
import { fillMessages } from './messages.ts'
import { fillNews } from './news.ts'
import { fillPictures } from './pictures.ts'

const seed = 20_261_115
const chennai = ['redbank', 'redbank', 'bluebank']

const hospitals: Busyness[] = [
  { hospitalId: 'firm', perDay: 4, fromDay: 6, toDay: 2, banks: chennai },
  { hospitalId: 'firm', perDay: 1.6, fromDay: 59, toDay: 7, banks: chennai },
  { hospitalId: 'noble', perDay: 1.2, fromDay: 59, toDay: 0, banks: chennai },
  { hospitalId: 'bewellanna', perDay: 0.8, fromDay: 59, toDay: 0, banks: chennai },
  { hospitalId: 'bewellkilpauk', perDay: 0.6, fromDay: 59, toDay: 0, banks: chennai },
  { hospitalId: 'bewelltnagar', perDay: 0.5, fromDay: 59, toDay: 0, banks: chennai },
  { hospitalId: 'city', perDay: 0.8, fromDay: 59, toDay: 0, banks: ['greenbank'] },
  { hospitalId: 'lifelinelima', perDay: 0.5, fromDay: 59, toDay: 21, banks: ['greenbank'] },
  { hospitalId: 'dev', perDay: 0.1, fromDay: 59, toDay: 1, banks: ['redbank'] },
  { hospitalId: 'test', perDay: 0.1, fromDay: 59, toDay: 1, banks: ['redbank'] },
]

/** Fills the demonstration into an empty database: the same for the same day and hour. Null if it is not empty. */
export async function fillDemonstration(
  db: Db,
  { now, files, secret }: { now: Date; files?: Files | undefined; secret: string },
): Promise<{ requests: number } | null> {
  const filled = await db.transaction().execute(async (tx) => {
    // two servers that begin together take turns, and the second finds it done
    await sql`lock table organisations in share row exclusive mode`.execute(tx)
    if (await tx.selectFrom('organisations').select('id').limit(1).executeTakeFirst()) return null
    // the mark by which production knows them, whatever becomes of their addresses
    await thePeople(tx, { isDemonstration: true })
    const { requests, steps } = toldByDrivers(demoRequests(now), now)
    await writeRequests(tx, requests)
    await tx.insertInto('deliverySteps').values(steps).execute()
    await fillBanks(tx, now)
    await fillBags(tx, now)
    await fillBench(tx, now, secret)
    await fillDonors(tx, now)
    if (files) await fillPictures(tx, requests, files, now)
    await fillInvoices(tx, requests)
    if (files) await nameInvoices(tx)
    await fillMessages(tx, requests, now)
    await fillNews(tx, now)
    return { requests: requests.length }
  })
  return filled
}

export function demoRequests(now: Date): MadeRequest[] {
  const dice = diceFrom(seed)
  const wishes = [
    ...firmToday(now),
    ...hospitals.flatMap((busy) => earlierRequests(dice, busy, now)),
    ...stillWaiting(dice, now),
    ...benchToday(now),
  ]
  const made = (wish: RequestWish) => madeRequest({ patientId: patientIdAt(wish, now), ...wish }, now)
  const why = 'The last AB NEG went to another hospital'
  return [...wishes.map(made), refused(made(toBeRefused(dice, now)), why, earlier(now, minutes(9)))]
}

/** Linked to a bank that has none of it: to be linked again, before its sample is due. */
const toBeRefused = (dice: Dice, now: Date): RequestWish => ({
  id: dice.hex(8),
  hospitalId: 'bewelltnagar',
  patientName: 'Nirmala Devi',
  sex: 'Female',
  bloodGroup: 'AB-',
  reason: 'Ruptured ectopic pregnancy',
  status: 'bloodbank-approved',
  bankId: 'bluebank',
  raisedAt: earlier(now, minutes(33)),
})

/** Something to decide and to follow at the other hospitals too, whatever the hour. */
function stillWaiting(dice: Dice, now: Date): RequestWish[] {
  const ago = (minute: number) => earlier(now, minutes(minute))
  const base = (hospitalId: string, raisedAt: Date, patientName: string): RequestWish => ({
    id: dice.hex(8),
    hospitalId,
    patientName,
    raisedAt,
  })
  return [
    { ...base('noble', ago(21), 'Jayanthi Natarajan'), sex: 'Female', bloodGroup: 'B+', units: 4 },
    { ...base('noble', ago(75), 'Palanisamy Gurusamy'), status: 'bloodbank-approved' },
    { ...base('bewellanna', ago(16), 'Vignesh Durairaj'), bloodGroup: 'A+' },
    {
      ...base('bewellanna', ago(140), 'Hema Loganathan'),
      status: 'issued',
      sex: 'Female',
      bankId: 'bluebank',
    },
    { ...base('city', ago(28), 'Meenakshi Pandian'), sex: 'Female', component: 'FFP' },
    { ...base('city', ago(100), 'Antony Fernando'), status: 'cross-matching', bankId: 'greenbank' },
    { ...base('lifelinelima', ago(32), 'Sumathi Ramalingam'), sex: 'Female' },
    { ...base('dev', ago(40), 'Test Patient'), reason: 'Trying it out' },
  ]
}

/** Wards count up: who came later has the higher number. */
function patientIdAt({ hospitalId = 'firm', raisedAt = new Date(0) }: RequestWish, now: Date): string {
  const back = Math.floor(((now.getTime() - raisedAt.getTime()) / days(60)) * 21_600)
  return `${hospitalId[0]?.toUpperCase()}H-${118_205 - back}`
}
