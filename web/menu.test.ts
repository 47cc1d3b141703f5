import { describe, expect, test } from 'vitest'
import { grantFromEmail, type Product, type Role } from '#domain/people/roles.ts'
import { screenAt, screens, screensFor } from './menu.ts'

const titles = (product: Product, role: Role) => screensFor({ product, role }).map((screen) => screen.title)
const ids = (product: Product, role: Role) => screensFor({ product, role }).map((screen) => screen.id)

describe('the screens of a product, in order', () => {
  test('SHELL-14 ROLES-11 a pilot admin has all five', () => {
    expect(titles('pilot', 'admin')).toEqual([
      'Raise Request',
      'Request Approval',
      'Request Status',
      'Delivery Status',
      'Live Status',
      'Downtime',
      'People',
      'Audit',
      'Keys and hooks',
    ])
  })

  test('AMB-286 AMB-298 AMB-315 People, Audit and Keys are for admins, in the menu and on no card', () => {
    for (const product of ['pilot', 'plus', 'bloodbank'] as const) {
      expect(titles(product, 'staff')).not.toContain('People')
      expect(titles(product, 'staff')).not.toContain('Audit')
      expect(titles(product, 'staff')).not.toContain('Keys and hooks')
      expect(titles(product, 'admin').slice(-3)).toEqual(['People', 'Audit', 'Keys and hooks'])
    }
    expect(screens.filter(({ menuOnly }) => menuOnly).map(({ id }) => id)).toEqual([
      ...['downtime', 'people', 'audit', 'keys', 'downtime', 'people', 'audit', 'keys'],
      ...['bags', 'bench', 'downtime', 'registers', 'people', 'audit', 'keys'],
    ])
  })

  test('AMB-286 AMB-218 the staff of a bank have all its screens but Registers, People, Audit and Keys', () => {
    expect(titles('bloodbank', 'staff')).toEqual(titles('bloodbank', 'admin').slice(0, -4))
  })

  test('SHELL-15 a bank has seven, and what was added comes after them', () => {
    expect(titles('bloodbank', 'admin')).toEqual([
      'Packed Red Blood Cells',
      'Single Donor Platelets',
      'Fresh Frozen Plasma',
      'Random Donor Platelets',
      'Issuing History',
      'Blood Camp',
      'Consent Form',
      'Bags',
      'Bench',
      'Downtime',
      'Registers',
      'People',
      'Audit',
      'Keys and hooks',
    ])
  })

  test('SHELL-16 of all screens only Random Donor Platelets is a card and no menu entry', () => {
    expect(screens.filter((screen) => screen.cardOnly).map((screen) => screen.title)).toEqual([
      'Random Donor Platelets',
    ])
    expect(screenAt({ product: 'bloodbank', role: 'admin' }, 'bloodbank', 'rdp')?.title).toBe(
      'Random Donor Platelets',
    )
  })

  test('SHELL-17 the provider has ten, and what was added comes after them', () => {
    expect(titles('admin', 'admin').slice(10)).toEqual([
      'Accounts',
      'Messages',
      'Audit',
      'Notices',
      'Downtime',
      'Keys and hooks',
    ])
    expect(titles('admin', 'admin').slice(0, 10)).toEqual([
      'Orders',
      "Drivers' Order Status",
      'Sample Images',
      'Update DB',
      'Price Tracking',
      'Component Tracking',
      'Link Blood Bank / Driver',
      'Update Delivery Prices',
      'Update Company DB',
      'Driver Registration',
    ])
  })

  test('SHELL-14 SHELL-15 SHELL-17 each screen has the route of the specification', () => {
    expect(ids('pilot', 'admin')).toEqual([
      'request',
      'approval',
      'requestStatus',
      'deliveryStatus',
      'liveStatus',
      'downtime',
      'people',
      'audit',
      'keys',
    ])
    expect(ids('bloodbank', 'admin')).toEqual([
      'prbc',
      'sdp',
      'ffp',
      'rdp',
      'history',
      'bloodCamp',
      'consent',
      'bags',
      'bench',
      'downtime',
      'registers',
      'people',
      'audit',
      'keys',
    ])
    expect(ids('admin', 'admin')).toEqual([
      'status',
      'orders',
      'orderImages',
      'updateDB',
      'priceTracking',
      'componentTracking',
      'linkBloodBank',
      'updatePrices',
      'updateCompany',
      'createUser',
      'accounts',
      'messages',
      'audit',
      'notices',
      'downtime',
      'keys',
    ])
  })

  test('ROLES-10 pilot staff has exactly three, and what was added comes after them', () => {
    expect(titles('pilot', 'staff')).toEqual([
      'Raise Request',
      'Request Status',
      'Delivery Status',
      'Downtime',
    ])
  })

  test('ROLES-13 plus has the screens of pilot without Raise Request', () => {
    expect(titles('plus', 'admin')).toEqual([
      'Request Approval',
      'Request Status',
      'Delivery Status',
      'Live Status',
      'Downtime',
      'People',
      'Audit',
      'Keys and hooks',
    ])
    expect(titles('plus', 'staff')).toEqual(['Request Status', 'Delivery Status', 'Downtime'])
  })

  test('LIVE-05 AMB-200 AMB-218 of the specification only Live Status has a further level, and beyond it an order on the bench', () => {
    const further = screens.filter((screen) => screen.hasDetail).map(({ product, id }) => `${product}/${id}`)
    expect(further).toEqual(['pilot/liveStatus', 'plus/liveStatus', 'bloodbank/bench'])
  })

  test('ROLES-14 AMB-286 every account that is a bank by its e-mail is an admin, and has every screen of a bank', () => {
    const { product, role } = grantFromEmail('redbank_bloodbank@crossmatch.example')
    expect(titles(product, role)).toEqual(
      screens.filter((screen) => screen.product === 'bloodbank').map(({ title }) => title),
    )
  })
})

describe('the screen behind a route', () => {
  test.each([
    ['request', 'staff'],
    ['approval', 'admin'],
    ['requestStatus', 'staff'],
    ['deliveryStatus', 'staff'],
    ['liveStatus', 'admin'],
  ])('ROLES-12 pilot/%s is for %s and up', (id, level) => {
    expect(screenAt({ product: 'pilot', role: 'staff' }, 'pilot', id) !== undefined).toBe(level === 'staff')
    expect(screenAt({ product: 'pilot', role: 'admin' }, 'pilot', id)).toBeDefined()
  })

  test.each([
    ['ROLES-16', 'pilot', 'admin'],
    ['ROLES-16', 'plus', 'admin'],
    ['ROLES-16', 'bloodbank', 'admin'],
    ['ROLES-15 ROLES-17', 'pilot', 'bloodbank'],
    ['ROLES-15 ROLES-17', 'plus', 'bloodbank'],
    ['ROLES-18', 'plus', 'pilot'],
    ['ROLES-18', 'bloodbank', 'pilot'],
    ['ROLES-16', 'admin', 'pilot'],
    ['ROLES-17', 'admin', 'bloodbank'],
  ] as const)('%s product %s opens no page of %s', (_row, own, other) => {
    const opened = screens.filter(
      ({ product, id }) => product === other && screenAt({ product: own, role: 'admin' }, other, id),
    )
    expect(opened).toEqual([])
  })

  test.each([
    ['pilot', 'nonsense'],
    ['nonsense', 'request'],
    ['pilot', ''],
    ['', ''],
    ['pilot', '__proto__'],
  ])('ROLES-12 %j/%j is nowhere', (product, id) => {
    expect(screenAt({ product: 'pilot', role: 'admin' }, product, id)).toBeUndefined()
  })
})
