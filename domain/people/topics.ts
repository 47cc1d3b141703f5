import type { Member } from './actor.ts'
import type { Product, Role } from './roles.ts'

/** One screen of the dashboard: its place in the URL, its name, and from which role on it is offered (§2.2 to §2.4). */
export type Topic = {
  readonly product: Product
  readonly id: string
  readonly title: string
  readonly level: Role
  /** §2.1: Platelet RDP is a card but not a menu item. */
  readonly cardOnly?: true
  /** A further level for one of its things (§2.2). */
  readonly hasDetail?: true
}

const hospitalTopics = [
  { id: 'request', title: 'Raise Request', level: 'staff' },
  { id: 'approval', title: 'Request Approval', level: 'admin' },
  { id: 'requestStatus', title: 'Request Status', level: 'staff' },
  { id: 'deliveryStatus', title: 'Delivery Status', level: 'staff' },
  { id: 'liveStatus', title: 'Live Status', level: 'admin', hasDetail: true },
] as const

const bankTopics = [
  { id: 'prbc', title: 'Packed Red Blood Cells', level: 'admin' },
  { id: 'sdp', title: 'Single Donor Platelets', level: 'admin' },
  { id: 'ffp', title: 'Fresh Frozen Plasma', level: 'admin' },
  { id: 'rdp', title: 'Random Donor Platelets', level: 'admin', cardOnly: true },
  { id: 'history', title: 'Issuing History', level: 'admin' },
  { id: 'bloodCamp', title: 'Blood Camp', level: 'admin' },
  { id: 'consent', title: 'Consent Form', level: 'admin' },
] as const

const providerTopics = [
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
] as const

export type TopicId =
  | (typeof hospitalTopics)[number]['id']
  | (typeof bankTopics)[number]['id']
  | (typeof providerTopics)[number]['id']

/** The one table behind menu, cards, routes and screen checks. Plus is pilot without Raise Request (AMB-24). */
export const topics: readonly (Topic & { readonly id: TopicId })[] = [
  ...hospitalTopics.map((topic) => ({ product: 'pilot' as const, ...topic })),
  ...hospitalTopics
    .filter((topic) => topic.id !== 'request')
    .map((topic) => ({ product: 'plus' as const, ...topic })),
  ...bankTopics.map((topic) => ({ product: 'bloodbank' as const, ...topic })),
  ...providerTopics.map((topic) => ({ product: 'admin' as const, ...topic })),
]

export const topicsFor = (member: Pick<Member, 'product' | 'role'>) =>
  topics.filter(
    (topic) => topic.product === member.product && (topic.level === 'staff' || member.role === 'admin'),
  )

/** The screen behind /dashboard/{product}/{topic}, or nothing: then the home view is shown (§2.1). */
export const topicAt = (member: Pick<Member, 'product' | 'role'>, product: string, id: string) =>
  topicsFor(member).find((topic) => topic.product === product && topic.id === id)
