import { instantOf, showDate, showTime } from '../basics/time.ts'
import type { stopDecisions } from '../driving/steps.ts'
import { decisionText } from '../driving/stopping.ts'
import type { AmendedField, RejectionReason } from '../requests/request.ts'
import { fieldsText, rejectionLabels } from '../requests/showing.ts'
import type { Audience, MessageKind } from './kind.ts'
import { bankOf, blood, due, short, type ToldOrder } from './order-kinds.ts'

/** An order, and what was said of it. */
export type ToldAct = ToldOrder & {
  readonly reader: Audience
  readonly decision?: 'approved' | 'rejected' | 'undone'
  readonly why?: RejectionReason
  readonly fields?: readonly AmendedField[]
  /** Bags outside the limits: seen, seen after the order had ended, taken back, or decided about; or not to be given. */
  readonly bags?: 'warm' | 'warm-late' | 'taken-back' | 'decided' | 'misfit' | 'recalled' | 'halted' | 'more'
  /** Which of them, where it is told. */
  readonly numbers?: readonly string[]
  readonly temperature?: number | null
  readonly stop?: (typeof stopDecisions)[number]
  /** The driver had it before: its bank is another one. */
  readonly isChanged?: boolean
}

type Said = { readonly title: string; readonly words: string }
type OfOrder = MessageKind & { readonly say: (told: ToldAct) => Said }

const ofOrder = (row: OfOrder): OfOrder => row
const isDue = (told: ToldOrder): string => `${blood(told)}, due by ${due(told)}.`

/**
 * Those of the specification, and what came beside them early. Their mails and texts have words of their own in
 * server/messages; `say` is what the bell and a push say: nobody's name but a bank's, and nothing of a patient.
 */
export const actKinds = {
  raise: ofOrder({
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Request raised',
    say: (told) => ({
      title: `Order ${told.id} was raised`,
      words: `${isDue(told)} It waits for the hospital's approval.`,
    }),
  }),
  raised: ofOrder({
    for: ['hospital'],
    isForAdmins: true,
    isSafety: false,
    channels: ['sms'],
    name: 'Request raised',
    say: (told) => ({ title: `Request ${told.id} waits for approval`, words: isDue(told) }),
  }),
  amended: ofOrder({
    for: ['hospital'],
    isForAdmins: true,
    isSafety: false,
    channels: [],
    name: 'Request amended',
    say: (told) => ({
      title: `Request ${told.id} was amended`,
      words: `Changed: ${fieldsText(told.fields ?? [])}. Now ${isDue(told)} It waits for approval.`,
    }),
  }),
  approve: ofOrder({
    for: ['provider'],
    isSafety: true,
    channels: ['mail'],
    name: 'Request approved',
    say: (told) => ({
      title: `Order ${told.id} was approved`,
      words: `${isDue(told)} Please link a blood bank and a driver.`,
    }),
  }),
  undo: ofOrder({
    for: ['provider'],
    isSafety: true,
    channels: ['mail'],
    name: 'Approval undone',
    say: ({ id }) => ({
      title: `Order ${id} is not approved any more`,
      words:
        'The hospital took its approval back. Please link no blood bank and no driver until it is approved again.',
    }),
  }),
  approval: ofOrder({
    for: ['hospital'],
    isSafety: false,
    channels: ['sms'],
    name: 'Request decided',
    say: (told) => decided(told),
  }),
  cancel: ofOrder({
    for: ['provider'],
    isSafety: true,
    channels: ['mail'],
    name: 'Request cancelled',
    say: ({ id }) => ({
      title: `Order ${id} was cancelled`,
      words: 'Please link no blood bank and no driver. The reason stands in its timeline.',
    }),
  }),
  refuse: ofOrder({
    for: ['provider'],
    isSafety: true,
    channels: ['mail'],
    name: 'Order refused',
    say: (told) => ({
      title: `Order ${told.id} was refused`,
      words: `${bankOf(told)} cannot supply it: ${isDue(told)} Please link another blood bank and a driver.`,
    }),
  }),
  reservation: ofOrder({
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Reservation approved',
    say: (told) => ({ title: `Reservation ${told.id} was approved`, words: isDue(told) }),
  }),
  driver: ofOrder({
    for: ['driver'],
    isSafety: true,
    channels: ['sms'],
    name: 'Driver linked',
    say: (told) => forDriver(told),
  }),
  'driver-freed': ofOrder({
    for: ['driver'],
    isSafety: true,
    channels: ['sms'],
    name: 'Order taken from its driver',
    say: ({ id }) => ({ title: `Order ${id} is not yours any more`, words: 'Please do not carry it.' }),
  }),
  temperature: ofOrder({
    for: ['provider', 'bank'],
    isSafety: true,
    channels: ['mail', 'sms'],
    name: 'Bags too warm or too cold',
    say: (told) => ofBags(told),
  }),
} satisfies Record<string, OfOrder>

export type ActKindId = keyof typeof actKinds

function decided(told: ToldAct): Said {
  if (told.decision === 'undone')
    return {
      title: `Request ${told.id} is pending again`,
      words: 'The decision was undone, and it waits for another.',
    }
  if (told.decision === 'approved')
    return {
      title: `Request ${told.id} was approved`,
      words: `${isDue(told)} You hear when a blood bank has it.`,
    }
  return { title: `Request ${told.id} was rejected`, words: `${blood(told)}. ${reasonOf(told.why)}` }
}

/** A chip's words alone: what was written out may name the patient. */
function reasonOf(why: RejectionReason | undefined): string {
  if (why === undefined) return 'It goes to no blood bank.'
  return why === 'other' ? 'Why stands in Request Status.' : `Reason: ${rejectionLabels[why].toLowerCase()}.`
}

function forDriver(told: ToldAct): Said {
  const { id } = told
  if (told.bags === 'warm')
    return { title: `Order ${id} is stopped`, words: 'Its bags may be too warm. Please open it.' }
  if (told.bags === 'decided')
    return { title: `Order ${id}: the office has decided`, words: 'Please open it to see how to go on.' }
  if (told.bags === 'misfit')
    return {
      title: `Order ${id}: do not hand over its bags`,
      words: 'Some do not fit the patient any more. Please call the office.',
    }
  if (told.bags === 'recalled')
    return {
      title: `Order ${id}: do not hand over bag ${bagsOf(told)}`,
      words: 'It is called back and must not be given. Please call the office.',
    }
  if (told.bags === 'halted')
    return {
      title: `Order ${id}: do not hand over all its bags`,
      words: `Past the end, or the sample is in doubt: ${bagsOf(told)}. Please call the office.`,
    }
  if (told.bags === 'more')
    return {
      title: `Order ${id}: more bags at the blood bank`,
      words: 'They were packed after you left. Please fetch them, or call the office.',
    }
  if (told.isChanged)
    return {
      title: `Order ${id} has changed`,
      words: `You still carry it, and its blood comes from ${bankOf(told)} now. Please open it.`,
    }
  return { title: `Order ${id} is yours to carry`, words: `To be delivered by ${due(told)}. Please open it.` }
}

const bagsOf = ({ numbers = [] }: ToldAct): string => numbers.join(', ')

function ofBags({ id, bags, temperature, stop, reader }: ToldAct): Said {
  if (bags === 'taken-back')
    return {
      title: `Order ${id}: a temperature was taken back`,
      words: 'Its driver took back the step that was outside the limits. If in doubt, call the driver.',
    }
  if (bags === 'decided' && stop)
    return {
      title: `Order ${id}: decided about its bags`,
      words: `The provider says: ${decisionText[stop]}.`,
    }
  const title = `Order ${id}: bags measured ${temperature} °C`
  if (bags === 'warm-late')
    return {
      title,
      words: 'Outside the limits, told after the order had ended. Please see that these bags are not used.',
    }
  const next = reader === 'bank' ? 'The driver may call you.' : 'Please open the order and say what happens.'
  return { title, words: `Outside the limits. ${next}` }
}

/** Of no single order. */
export const otherKinds = {
  flood: {
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Many requests raised',
    say: (after: number): Said => ({
      title: 'Many orders from one hospital',
      words: `One account raised more than ${after} requests within an hour. If this is not meant, please call the hospital.`,
    }),
  },
  'camp-asked': {
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Blood camp asked for',
    say: ({ bank, category, day }: { bank: string; category: string; day: string }): Said => ({
      title: 'A blood camp was asked for',
      words: `${short(bank)}: ${category} units on ${showDate(instantOf(day, '00:00'))}.`,
    }),
  },
} satisfies Record<string, MessageKind & { readonly say: unknown }>

/** Of many raises in one, for who links and for who approves (domain/requests/flooding.ts). */
export function sayGathered(kind: 'raise' | 'raised', requests: number, since: Date): Said {
  const is = requests === 1
  return kind === 'raise'
    ? {
        title: `${requests} more ${is ? 'order was' : 'orders were'} raised`,
        words: `By one hospital, since ${showTime(since)}. ${is ? 'It waits' : 'They wait'} for its approval.`,
      }
    : {
        title: `${requests} more ${is ? 'request waits' : 'requests wait'} for approval`,
        words: `Raised since ${showTime(since)}.`,
      }
}
