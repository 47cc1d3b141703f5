import { beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Route } from '#contract/route.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aHospital, anAccount } from '#testing/makers/makers.ts'

/** Every kind of account there is, and what each may expect of a route. */
const kinds = {
  anonymous: null,
  'pilot staff': 'firm_pilot',
  'pilot admin': 'firm',
  'plus staff': 'city',
  'plus admin': 'city_admin',
  bank: 'redbank_bloodbank',
  provider: 'bloodsupport',
  driver: 'arun.driver',
  pending: 'newcomer_pilot',
  unproved: 'unproved_pilot',
  'not on the books': 'stranger_admin',
  suspended: 'barred_pilot',
} as const
type Kind = keyof typeof kinds

const hospitals: Kind[] = ['pilot staff', 'pilot admin', 'plus staff', 'plus admin']
const hospitalAdmins: Kind[] = ['pilot admin', 'plus admin']
const proved: Kind[] = [...hospitals, 'bank', 'provider', 'driver', 'pending', 'not on the books']
const signedIn: Kind[] = [...proved, 'unproved']
const everybody = Object.keys(kinds) as Kind[]

/** Who may. A route without a row here fails; everybody else is answered 401 (nobody signed in) or 403. */
const may: Record<string, Kind[]> = {
  'people.signIn': everybody,
  'people.session': everybody,
  'people.signOut': signedIn,
  'people.sessions': proved,
  'people.endSession': proved,
  'people.endOtherSessions': proved,
  'people.giveCode': everybody,
  'people.ownAccount': proved,
  'people.draftKey': ['pilot staff', 'pilot admin'],
  'people.changePassword': proved,
  'people.beginSecondFactor': proved,
  'people.confirmSecondFactor': proved,
  'people.removeSecondFactor': proved,
  'people.forgetPassword': everybody,
  'people.resetPassword': everybody,
  'people.proveMailbox': everybody,
  'people.sendProof': ['unproved'],
  'people.signUpBank': everybody,
  'people.signUp': everybody,
  'people.demoAccounts': everybody,
  'requests.raise': ['pilot staff', 'pilot admin'],
  'requests.list': hospitals,
  'requests.deliveries': hospitals,
  'requests.live': hospitalAdmins,
  'requests.summary': hospitals,
  'requests.pending': hospitalAdmins,
  'requests.approve': hospitalAdmins,
  'requests.reject': hospitalAdmins,
  'requests.undo': hospitalAdmins,
  'requests.cancel': hospitalAdmins,
  'requests.show': hospitals,
  'requests.writeDeliveryStatus': ['provider'],
  'orders.list': ['provider'],
  'orders.show': ['provider'],
  'orders.summary': ['provider'],
  'orders.ofDriver': ['provider'],
  'orders.banksFor': ['provider'],
  'orders.drivers': ['provider'],
  'orders.approveReservation': ['provider'],
  'orders.approveInvoice': ['provider'],
  'orders.move': ['provider'],
  'orders.undo': ['provider'],
  'orders.link': ['provider'],
  'finding.find': [...hospitals, 'provider'],
  'pictures.types': ['provider'],
  'pictures.list': ['provider'],
  'pictures.file': ['provider'],
  'pictures.all': ['provider'],
  'pictures.upload': ['provider'],
  'driving.list': ['driver'],
  'driving.step': ['driver'],
  'driving.takeBack': ['driver'],
  'driving.decide': ['provider'],
  'driving.picture': ['driver'],
  'driving.codes': hospitals,
  'invoiceFiles.download': [...hospitals, 'bank', 'provider'],
  'invoiceFiles.upload': ['provider'],
  'billing.bankPrices': ['provider'],
  'billing.setBankPrices': ['provider'],
  'billing.deliveryPrices': ['provider'],
  'billing.setDeliveryPrices': ['provider'],
  'billing.track': ['provider'],
  'billing.components': ['provider'],
  'camps.companies': ['provider'],
  'camps.days': ['bank'],
  'camps.ask': ['bank'],
  'camps.list': ['bank'],
  'camps.upcoming': ['bank'],
  'camps.saveCompany': ['provider'],
  'donors.bank': everybody,
  'donors.submit': everybody,
  'consent.list': ['bank'],
  'consent.waiting': ['bank'],
  'consent.find': ['bank'],
  'consent.show': ['bank'],
  'consent.save': ['bank'],
  'consent.sign': ['bank'],
  'consent.signature': ['bank'],
  'consent.complete': ['bank'],
  'consent.reject': ['bank'],
  'consent.certificate': ['bank'],
  'stock.list': ['bank'],
  'stock.count': ['bank'],
  'stock.confirm': ['bank'],
  'issuing.list': ['bank'],
  'issuing.summary': ['bank'],
  'issuing.refuse': ['bank'],
  'organisations.hospitalChoices': ['provider'],
  'organisations.bankChoices': ['provider'],
  'organisations.drivers': ['provider'],
  'accounts.list': ['provider'],
  'accounts.show': ['provider'],
  'accounts.history': ['provider'],
  'accounts.setStatus': ['provider'],
  'accounts.setBlock': ['provider'],
  'accounts.activate': ['provider'],
  'accounts.offer': ['provider'],
  'accounts.add': ['provider'],
  'accounts.grant': ['provider'],
  'accounts.prove': ['provider'],
  'accounts.invite': ['provider'],
  'messages.list': ['provider'],
  'messages.resend': ['provider'],
  'exchange.documents': ['provider'],
  'exchange.donorForms': ['bank'],
  'live.stream': [...hospitals, 'bank', 'provider', 'driver'],
  'namedCalls.buildId': everybody,
  'namedCalls.getAddress': everybody,
  'namedCalls.createUser': ['provider'],
  'namedCalls.generateInvoice': ['provider'],
  'namedCalls.sendEmail': [...hospitals, 'bank', 'provider'],
  'namedCalls.sendSMS': hospitals,
  'namedCalls.sendDriverSMS': ['provider'],
}

const routes = Object.entries(contract).flatMap(([capability, table]) =>
  Object.entries(table).map(([verb, row]) => [`${capability}.${verb}`, row as Route] as const),
)

let service: TestService
beforeAll(async () => {
  service = await aService()
  await aHospital(service.db, { id: 'newcomer', accountStatus: 'pending' })
  await anAccount(service.db, { email: 'newcomer_pilot' })
  await anAccount(service.db, { email: 'stranger_admin' })
  await aHospital(service.db, { id: 'unproved' })
  await anAccount(service.db, { email: 'unproved_pilot', isProved: false })
  await aHospital(service.db, { id: 'barred', accountStatus: 'suspended' })
  await anAccount(service.db, { email: 'barred_pilot' })
})

test('ROLES-29 every route has its row, and no row is without its route', () => {
  expect(Object.keys(may).sort()).toEqual(routes.map(([name]) => name).sort())
})

test.each(routes)(
  'SHELL-12 ROLES-12..18 ROLES-29 %s is for those it is for, over HTTP',
  async (name, row) => {
    for (const kind of everybody) {
      const status = await knock(row, kind)
      if (may[name]?.includes(kind)) expect([200, 404, 422, 429], kind).toContain(status)
      else expect(status, kind).toBe(signedIn.includes(kind) ? 403 : 401)
    }
  },
)

test('T16 there is no way to a call around the contract', async () => {
  for (const path of ['/api', '/api/', '/api/auth/sign-in/email', '/api/auth/get-session']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await service.as('bloodsupport').raw(method, path)).status, `${method} ${path}`).toBe(404)
    }
  }
})

/** Only whether the door opens: what is said inside is other tests' matter. */
async function knock(row: Route, kind: Kind): Promise<number> {
  const email = kinds[kind]
  const client = email === null ? service.anonymous : service.as(email)
  const path = row.path.replace(/:id/g, 'ffffffff')
  if (row.stream) {
    try {
      const stream = await client.live()
      stream.close()
      return 200
    } catch (error) {
      return Number(/\d{3}/.exec(String(error))?.[0])
    }
  }
  const body = row.method === 'GET' ? {} : { body: {} }
  return (await client.raw(row.method, path, body)).status
}
