import { displayNameOf } from '#domain/people/actor.ts'
import type { Db } from '#server/db/database.ts'
import { accountRows, emailOf, organisationRow, theHash } from './rows.ts'

type Place = { id: string; name: string; address: string; phones: [string, string] }

const hospitals: (Place & { accountStatus?: 'subscription-ended'; referenceBankId?: string })[] = [
  {
    id: 'firm',
    name: 'Firm Hospital',
    address: '14 Cathedral Road, Gopalapuram, Chennai 600086',
    phones: ['+914428110014', '+919840110014'],
  },
  {
    id: 'noble',
    name: 'Noble Hospital',
    address: '52 Poonamallee High Road, Purasawalkam, Chennai 600084',
    phones: ['+914426410052', '+919840110052'],
  },
  {
    id: 'bewellanna',
    name: 'Bewell Anna Hospital',
    address: '8 Second Avenue, Anna Nagar, Chennai 600040',
    phones: ['+914426210008', '+919840110008'],
  },
  {
    id: 'bewellkilpauk',
    name: 'Bewell Kilpauk Hospital',
    address: '31 Ormes Road, Kilpauk, Chennai 600010',
    phones: ['+914426430031', '+919840110031'],
  },
  {
    id: 'bewelltnagar',
    name: 'Bewell T Nagar Hospital',
    address: '77 North Usman Road, T Nagar, Chennai 600017',
    phones: ['+914428150077', '+919840110077'],
  },
  {
    id: 'city',
    name: 'City Hospital',
    address: '120 West Masi Street, Madurai 625001',
    phones: ['+914522340120', '+919840110120'],
    referenceBankId: 'redbank',
  },
  {
    id: 'lifelinelima',
    name: 'Lifeline Lima Hospital',
    address: '5 Avinashi Road, Peelamedu, Coimbatore 641004',
    phones: ['+914222570005', '+919840110005'],
    accountStatus: 'subscription-ended',
  },
  {
    id: 'dev',
    name: 'Dev Hospital',
    address: '1 Rajiv Gandhi Salai, Taramani, Chennai 600113',
    phones: ['+914422540001', '+919840110001'],
  },
  {
    id: 'test',
    name: 'Test Hospital',
    address: '2 Rajiv Gandhi Salai, Taramani, Chennai 600113',
    phones: ['+914422540002', '+919840110002'],
  },
]

const banks: Place[] = [
  {
    id: 'redbank',
    name: 'Redbank',
    address: '19 Halls Road, Egmore, Chennai 600008',
    phones: ['+914428190019', '+919840120019'],
  },
  {
    id: 'bluebank',
    name: 'Bluebank',
    address: '63 Velachery Main Road, Guindy, Chennai 600032',
    phones: ['+914422350063', '+919840120063'],
  },
  {
    id: 'greenbank',
    name: 'Greenbank',
    address: '40 Town Hall Road, Madurai 625001',
    phones: ['+914522340040', '+919840120040'],
  },
]

/** As the server names its people: the hospital's name without "Hospital". */
export function nameOfPlace(id: string): string {
  const place = [...hospitals, ...banks].find((one) => one.id === id)
  return place ? displayNameOf(place.name) : id
}

/** Their e-mail says who they are (§6); none has a grant. */
const members = [
  'bloodsupport',
  'firm',
  'firm_pilot',
  'noble',
  'noble_pilot',
  'bewellanna',
  'city',
  'city_pilot',
  'city_admin',
  'lifelinelima_admin',
  'dev_pilot',
  'dev_admin',
  'redbank_bloodbank',
  'bluebank_bloodbank',
]

export const drivers = [
  { email: emailOf('arun.driver'), name: 'Arun Kumar', phone: '+919840130001' },
  { email: emailOf('meena.driver'), name: 'Meena Raj', phone: '+919840130002' },
  { email: emailOf('john.driver'), name: 'John Peter', phone: '+919840130003' },
]

/** In the demonstration some accounts are a person's, and some are shared and called after their address. */
const persons: Record<string, string> = {
  bloodsupport: 'Anitha Joseph',
  firm: 'Dr. Priya Raman',
  firm_pilot: 'T. Kavitha',
  noble: 'Dr. S. Anand',
  city_admin: 'Vijay Kumar',
  redbank_bloodbank: 'S. Meena',
}

/** Who counts a bank's stock and asks for its camps there. */
export const bankPersonOf = (bankId: string): string =>
  persons[`${bankId}_bloodbank`] ?? `${bankId}_bloodbank`

function nameIn(email: string, { isDemonstration }: { isDemonstration?: boolean }): { name?: string } {
  const name = isDemonstration ? persons[email] : undefined
  return name ? { name } : {}
}

/** The hospitals, banks, drivers and accounts that the demonstration and most tests begin with. */
export async function thePeople(db: Db, mark: { isDemonstration?: boolean } = {}): Promise<void> {
  const places = [
    ...banks.map((bank) => organisationRow({ kind: 'bank', ...bank })),
    ...hospitals.map((hospital) => organisationRow({ kind: 'hospital', ...hospital })),
  ]
  const password = await theHash()
  const accounts = [
    ...members.map((email) => accountRows({ email, ...nameIn(email, mark) }, password)),
    ...drivers.map((driver) => accountRows(driver, password)),
  ]
  const driverRows = drivers.map((driver) => ({ ...driver, accountId: accountRows(driver, '').account.id }))
  await db.insertInto('organisations').values(places).execute()
  await db
    .insertInto('accounts')
    .values(accounts.map(({ account }) => ({ ...account, ...mark })))
    .execute()
  await db
    .insertInto('credentials')
    .values(accounts.map(({ credential }) => credential))
    .execute()
  await db.insertInto('drivers').values(driverRows).execute()
}
