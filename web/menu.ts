import type { Member } from '#domain/people/actor.ts'
import type { Product, Role } from '#domain/people/roles.ts'

/** One screen of the dashboard: its place in the URL, its name, and from which role on it is offered (§2.2 to §2.4). */
export type Screen = {
  readonly product: Product
  readonly id: string
  readonly title: string
  readonly level: Role
  /** §2.1: Platelet RDP is a card but not a menu item. */
  readonly cardOnly?: true
  /** Beyond the specification's: in the menu, and no card of the home view. */
  readonly menuOnly?: true
  /** A further level for one of its things (§2.2). */
  readonly hasDetail?: true
}

const hospitalScreens = [
  { id: 'request', title: 'Raise Request', level: 'staff' },
  { id: 'approval', title: 'Request Approval', level: 'admin' },
  { id: 'requestStatus', title: 'Request Status', level: 'staff' },
  { id: 'deliveryStatus', title: 'Delivery Status', level: 'staff' },
  { id: 'liveStatus', title: 'Live Status', level: 'admin', hasDetail: true },
  // beyond the five of the specification, so after them (ruling AMB-286)
  { id: 'downtime', title: 'Downtime', level: 'staff', menuOnly: true },
  { id: 'people', title: 'People', level: 'admin', menuOnly: true },
  { id: 'audit', title: 'Audit', level: 'admin', menuOnly: true },
  { id: 'keys', title: 'Keys and hooks', level: 'admin', menuOnly: true },
] as const

const bankScreens = [
  { id: 'prbc', title: 'Packed Red Blood Cells', level: 'staff' },
  { id: 'sdp', title: 'Single Donor Platelets', level: 'staff' },
  { id: 'ffp', title: 'Fresh Frozen Plasma', level: 'staff' },
  { id: 'rdp', title: 'Random Donor Platelets', level: 'staff', cardOnly: true },
  { id: 'history', title: 'Issuing History', level: 'staff' },
  { id: 'bloodCamp', title: 'Blood Camp', level: 'staff' },
  { id: 'consent', title: 'Consent Form', level: 'staff' },
  // beyond the seven of the specification, so after them (ruling AMB-207)
  { id: 'bags', title: 'Bags', level: 'staff', menuOnly: true },
  { id: 'bench', title: 'Bench', level: 'staff', menuOnly: true, hasDetail: true },
  { id: 'downtime', title: 'Downtime', level: 'staff', menuOnly: true },
  { id: 'registers', title: 'Registers', level: 'admin', menuOnly: true },
  { id: 'people', title: 'People', level: 'admin', menuOnly: true },
  { id: 'audit', title: 'Audit', level: 'admin', menuOnly: true },
  { id: 'keys', title: 'Keys and hooks', level: 'admin', menuOnly: true },
] as const

const providerScreens = [
  { id: 'status', title: 'Orders', level: 'admin' },
  { id: 'orders', title: "Drivers' Order Status", level: 'admin' },
  { id: 'orderImages', title: 'Sample Images', level: 'admin' },
  { id: 'updateDB', title: 'Update DB', level: 'admin' },
  { id: 'priceTracking', title: 'Price Tracking', level: 'admin' },
  { id: 'componentTracking', title: 'Component Tracking', level: 'admin' },
  { id: 'linkBloodBank', title: 'Link Blood Bank / Driver', level: 'admin' },
  { id: 'updatePrices', title: 'Update Delivery Prices', level: 'admin' },
  { id: 'updateCompany', title: 'Update Company DB', level: 'admin' },
  { id: 'createUser', title: 'Driver Registration', level: 'admin' },
  // beyond the ten of the specification, so after them (ruling AMB-207)
  { id: 'accounts', title: 'Accounts', level: 'admin' },
  { id: 'messages', title: 'Messages', level: 'admin' },
  { id: 'audit', title: 'Audit', level: 'admin' },
  { id: 'notices', title: 'Notices', level: 'admin' },
  { id: 'downtime', title: 'Downtime', level: 'admin' },
  { id: 'keys', title: 'Keys and hooks', level: 'admin' },
] as const

export type ScreenId =
  | (typeof hospitalScreens)[number]['id']
  | (typeof bankScreens)[number]['id']
  | (typeof providerScreens)[number]['id']

/** The one table behind menu, cards, routes and screen checks. Plus is pilot without Raise Request (AMB-24). */
export const screens: readonly (Screen & { readonly id: ScreenId })[] = [
  ...hospitalScreens.map((screen) => ({ product: 'pilot' as const, ...screen })),
  ...hospitalScreens
    .filter((screen) => screen.id !== 'request')
    .map((screen) => ({ product: 'plus' as const, ...screen })),
  ...bankScreens.map((screen) => ({ product: 'bloodbank' as const, ...screen })),
  ...providerScreens.map((screen) => ({ product: 'admin' as const, ...screen })),
]

export const screensFor = (member: Pick<Member, 'product' | 'role'>) =>
  screens.filter(
    (screen) => screen.product === member.product && (screen.level === 'staff' || member.role === 'admin'),
  )

/** The screen behind /dashboard/{product}/{screen}, or nothing: then the home view is shown (§2.1). */
export const screenAt = (member: Pick<Member, 'product' | 'role'>, product: string, id: string) =>
  screensFor(member).find((screen) => screen.product === product && screen.id === id)

export const isScreenId = (id: string): id is ScreenId => screens.some((screen) => screen.id === id)
