import { consent } from '#contract/consent.ts'
import { type IssuingSummary, issuing } from '#contract/issuing.ts'
import { type FailedMessage, type Order, type OrderSummary, orders } from '#contract/orders.ts'
import { type RequestSummary, requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { channelName, kindName } from '#domain/messages/showing.ts'
import {
  displayNameOf,
  isBank,
  isHospital,
  isHospitalAdmin,
  isProvider,
  type Member,
} from '#domain/people/actor.ts'
import { type Due, nextDue } from '#domain/requests/due.ts'
import { nextForBank, nextForHospital, nextForProvider } from '#domain/requests/next-thing.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { freshnessOf } from '#domain/stock/freshness.ts'
import { useLive } from '../api/queries.ts'
import { useMember } from '../api/session.ts'
import { type ScreenId, screenAt } from '../menu.ts'
import { paths } from '../paths.ts'
import { useNow } from './use-now.ts'

/** The one thing to do next, said and addressed: the red button of a home view, the first line of the palette. */
export type NextThing = {
  /** On a button: `Link`. */
  readonly act: string
  /** Where the button has no row beside it: `Link 05c8aa71`. */
  readonly title: string
  /** What it is about: `Firm, Karthik Subramanian, O POS PRBC, 2 units`. */
  readonly words: string
  readonly due: Due | null
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** Undefined while it is not known, null where nothing waits. */
export function useNextThing(): NextThing | null | undefined {
  const member = useMember()
  const now = useNow()
  const hospital = useLive(requests.summary, {}, { enabled: isHospital(member) }).data
  const provider = useLive(orders.summary, {}, { enabled: isProvider(member) }).data
  const ofBank = { enabled: isBank(member) }
  const toIssue = useLive(issuing.summary, {}, ofBank).data
  const forms = useLive(consent.waiting, {}, ofBank).data
  const shelves = useLive(stock.list, {}, ofBank).data
  if (isProvider(member)) return provider && providerThing(provider, now)
  if (isHospital(member)) return hospital && hospitalThing(hospital, member, now)
  if (!isBank(member)) return null
  if (!toIssue || !forms || !shelves) return undefined
  const old = shelves.items.filter((one) => freshnessOf(one.component, one.countedAt, now) !== 'fresh')
  return bankThing(
    toIssue,
    forms.count,
    old.map(({ component }) => component),
    now,
  )
}

export function providerThing(summary: OrderSummary, now: Date): NextThing | null {
  const { stopped, toLink, late, toComplete, failed } = summary
  const next = nextForProvider({
    stopped: stopped.first,
    toLink: toLink.first,
    late: late.first,
    toComplete: toComplete.first,
    failed: failed.first,
  })
  if (next === null) return null
  if (next.act === 'resend') return messageThing(next.message)
  return orderThing(next.order, next.act, now)
}

/** One order of the provider's work, and how it is begun. */
export function orderThing(order: Order, act: 'decide' | 'link' | 'see' | 'complete', now: Date): NextThing {
  const { id } = order
  const words = [displayNameOf(order.hospitalName), order.patientName, bloodText(order)].join(', ')
  const thing = { words, due: nextDue(order, now) }
  if (act === 'link') {
    const word = order.refusedBy.length > 0 ? 'Link another' : 'Link'
    const title = order.refusedBy.length > 0 ? `Link ${id} to another bank` : `Link ${id}`
    return { ...thing, act: word, title, ...at('admin', 'linkBloodBank', { order: id }) }
  }
  const { word, title } = {
    decide: { word: 'Decide', title: `Decide about ${id}` },
    see: { word: 'Open', title: `${id} is late` },
    complete: { word: 'Approve Invoice', title: `Approve the invoice of ${id}` },
  }[act]
  return { ...thing, act: word, title, ...at('admin', 'status', { order: id }) }
}

export function messageThing({ id, channel, kind, recipient }: FailedMessage): NextThing {
  return {
    act: 'Send again',
    title: `${channelName[channel]} to ${recipient} failed`,
    words: kindName(kind),
    due: null,
    ...at('admin', 'messages', { state: 'failed', message: String(id) }),
  }
}

export function hospitalThing(
  { pending, onTheRoad }: RequestSummary,
  member: Member,
  now: Date,
): NextThing | null {
  const { product } = member
  const next = nextForHospital(
    { pending: pending.first, onTheRoad: onTheRoad.first },
    {
      approve: isHospitalAdmin(member),
      raise: screenAt(member, product, 'request') !== undefined,
    },
  )
  if (next === null) return null
  if (next.act === 'raise') {
    const title = 'Raise Request'
    return { act: title, title, words: 'Blood for a patient', due: null, ...at(product, 'request', {}) }
  }
  const { id, patientName } = next.request
  const thing = {
    words: `${patientName}, ${bloodText(next.request)}`,
    due: nextDue(next.request, now),
  }
  return next.act === 'approve'
    ? {
        ...thing,
        act: 'Decide',
        title: `Approve or reject ${id}`,
        ...at(product, 'approval', { search: id }),
      }
    : { ...thing, act: 'Follow', title: `Follow ${id}`, ...at(product, 'deliveryStatus', { search: id }) }
}

export function bankThing(
  { toIssue }: IssuingSummary,
  forms: number,
  toCount: readonly string[],
  now: Date,
): NextThing | null {
  const next = nextForBank({ toIssue: toIssue.first, forms, toCount })
  if (next === null) return null
  if (next.act === 'issue') {
    const { id, hospitalName } = next.request
    return {
      act: 'Open',
      title: `Issue ${id}`,
      words: `${displayNameOf(hospitalName)}, ${bloodText(next.request)}`,
      due: nextDue(next.request, now),
      ...at('bloodbank', 'history', { search: id }),
    }
  }
  if (next.act === 'consent') {
    const words = next.count === 1 ? '1 donor form waits' : `${next.count} donor forms wait`
    return {
      act: 'Open',
      title: 'Complete a donor form',
      words,
      due: null,
      ...at('bloodbank', 'consent', {}),
    }
  }
  const { component } = next
  return {
    act: 'Count',
    title: `Count ${component}`,
    words: 'Not counted lately',
    due: null,
    ...at('bloodbank', component.toLowerCase() as ScreenId, {}),
  }
}

const at = (product: Member['product'], screen: ScreenId, search: Record<string, string>) => ({
  to: paths.screen(product, screen),
  search,
})

function bloodText(request: Parameters<typeof bloodInformation>[0]): string {
  const { group, component, units } = bloodInformation(request)
  return `${group} ${component}, ${units}`
}
