import { type ShelfGroup, shelfGroupName } from '../bags/kinds.ts'
import type { ComponentCode } from '../basics/blood.ts'
import { showWhen } from '../basics/show-when.ts'
import { hours, hoursAndMinutes } from '../basics/time.ts'
import type { Audience, MessageKind } from './kind.ts'

/** An order as a message may tell of it: nothing of the patient, and nothing that could name one. */
export type ToldOrder = {
  readonly id: string
  readonly bloodGroup: ShelfGroup
  readonly component: ComponentCode
  readonly units: number
  readonly pickupAt: Date
  readonly deadlineAt: Date
  /** Whose it is, or was when that is what is told. */
  readonly bank: string | null
  readonly driver: string | null
  /** When what is told happened. */
  readonly at: Date
  /** Until when it has to be linked to arrive in time. */
  readonly linkBy: Date | null
  readonly isApproved: boolean
  /** What its bank said it gives. */
  readonly answer?: { readonly units: number; readonly byAt: Date } | undefined
}

/**
 * `title`: a few words, without anybody's name, fit for a locked screen. `words`: what happened, until when, what to do,
 * in the length of one text message. Neither names a patient or a hospital.
 */
export type OrderKind = MessageKind & {
  readonly title: (told: ToldOrder) => string
  readonly words: (told: ToldOrder) => string
}

type Row = Omit<OrderKind, 'for' | 'channels' | 'title'> & { readonly title: string }

/** Every one that is about an order begins with which. */
const to =
  (audience: Audience, channels: OrderKind['channels']) =>
  ({ title, ...row }: Row): OrderKind => ({
    ...row,
    for: [audience],
    channels,
    title: ({ id }) => `Order ${id} ${title}`,
  })

const toBank = to('bank', ['mail', 'sms'])
const toHospital = to('hospital', ['mail', 'sms'])
// the provider has a list of mailboxes and no list of phones (§6)
const toProvider = to('provider', ['mail'])

export const orderKinds = {
  'order-linked': toBank({
    isSafety: true,
    name: 'Order for a bank',
    title: 'is yours',
    words: (told) =>
      `Order ${told.id} is yours: ${blood(told)}, deliver by ${due(told)}.${drivenBy(told)} Please prepare it, or refuse it on Issuing History.`,
  }),
  'order-gone': toBank({
    isSafety: true,
    name: 'Order taken from its bank',
    title: 'is not yours any more',
    words: ({ id }) => `Order ${id} is not yours any more. Please do not issue blood for it.`,
  }),
  taken: toHospital({
    isSafety: false,
    name: 'Order linked',
    title: 'has a blood bank',
    words: (told) =>
      `Order ${told.id} is with ${bankOf(told)}, due by ${due(told)}. Please have the sample ready at ${showWhen(told.pickupAt, told.at)}.`,
  }),
  'bank-refused': toHospital({
    isSafety: true,
    name: 'Refused by the bank',
    title: 'was refused',
    words: (told) =>
      `${bankOf(told)} cannot supply order ${told.id}, due by ${due(told)}. We look for another blood bank and tell you. If it cannot wait, call us.`,
  }),
  delivered: toHospital({
    isSafety: false,
    name: 'Order delivered',
    title: 'was delivered',
    words: (told) =>
      `Order ${told.id} was delivered: ${blood(told)}, ${arrival(told)}. If anything is missing, call us.`,
  }),
  'not-delivered': toHospital({
    isSafety: true,
    name: 'Delivery taken back',
    title: 'is not delivered yet',
    words: (told) =>
      `Order ${told.id} is not delivered yet: that it was, we told you by mistake. It is due by ${due(told)}.`,
  }),
  late: toHospital({
    isSafety: true,
    name: 'Order late',
    title: 'is late',
    words: (told) =>
      `Order ${told.id} is late: ${blood(told)}, due at ${due(told)}, not delivered yet. Please call us if it cannot wait.`,
  }),
  untaken: toProvider({
    isSafety: true,
    name: 'Order nobody took',
    title: 'is not linked',
    words: (told) => `${waits(told)} Please link a blood bank and a driver now.`,
  }),
  'untaken-hospital': toHospital({
    isSafety: true,
    name: 'Order nobody took yet',
    title: 'has no blood bank yet',
    words: (told) => `${waits(told)} We are on it. If it cannot wait, call us.`,
  }),
  expired: toProvider({
    isSafety: true,
    name: 'Nobody took it in time',
    title: 'was not taken in time',
    words: (told) =>
      `Nobody took order ${told.id} in time: ${blood(told)}, due at ${due(told)}. ${
        told.isApproved
          ? 'Please link it now if it is still needed, and call the hospital.'
          : 'The hospital has not approved it. Please call them.'
      }`,
  }),
  'expired-hospital': toHospital({
    isSafety: true,
    name: 'Nobody took it in time',
    title: 'was not taken in time',
    words: (told) =>
      `Nobody took order ${told.id} in time: ${blood(told)}, due at ${due(told)}. ${
        told.isApproved
          ? 'If it is still needed, call us or raise it again.'
          : 'It was never approved. If it is still needed, raise it again.'
      }`,
  }),
  'bank-answered': toProvider({
    isSafety: false,
    name: 'Answer of a bank',
    title: 'was answered by its bank',
    words: (told) =>
      `${bankOf(told)} answered order ${told.id}: ${answer(told)} The deadline is ${due(told)}.`,
  }),
  'sample-wanted': toHospital({
    isSafety: true,
    name: 'New sample wanted',
    title: 'needs a new sample',
    words: (told) =>
      `Order ${told.id} is on hold: the sample at ${bankOf(told)} cannot be used. Please take a new one from the patient and send it. Why stands in its timeline.`,
  }),
  'group-differs': toHospital({
    isSafety: true,
    name: 'Blood group differs',
    title: 'is on hold',
    words: (told) =>
      `Order ${told.id} is on hold: ${bankOf(told)} found another blood group in the sample than was asked for. Begin no bag that came for it, and send a new sample, or correct the request.`,
  }),
  'group-offered': toHospital({
    isSafety: true,
    name: 'Another group offered',
    title: 'waits for your word',
    words: (told) =>
      `${bankOf(told)} offers another blood group for order ${told.id}, due by ${due(told)}. Nothing of it is issued until you say yes. Please open the order.`,
  }),
  'bag-incompatible': toHospital({
    isSafety: true,
    name: 'Incompatible after it left',
    title: 'has a bag that does not fit',
    words: (told) =>
      `A bag of order ${told.id} is incompatible with the patient, as the cross-match showed after it left. Stop it if it runs, do not begin it, and call ${bankOf(told)} now.`,
  }),
  'bag-incompatible-provider': toProvider({
    isSafety: true,
    name: 'Bag of an order incompatible after it left',
    title: 'has a bag that does not fit',
    words: (told) =>
      `A bag of order ${told.id} is incompatible with the patient, as the cross-match showed after it left. The hospital was told, and the driver if it is still on the way. Please see that they have heard, and ask ${bankOf(told)} for another.`,
  }),
  'bag-recalled': toHospital({
    isSafety: true,
    name: 'Bag called back',
    title: 'has a bag that is unsafe',
    words: (told) =>
      `A bag of order ${told.id} was found unsafe by a later test. Stop it if it runs, do not begin it, keep it aside and call ${bankOf(told)} now.`,
  }),
  'bag-recalled-provider': toProvider({
    isSafety: true,
    name: 'Bag of an order called back',
    title: 'has a bag that is unsafe',
    words: (told) =>
      `A bag of order ${told.id} was found unsafe by a later test. The hospital was told to stop it. Please see that it has heard, and ask ${bankOf(told)}.`,
  }),
  'bags-misfit': toHospital({
    isSafety: true,
    name: 'Bags that do not fit any more',
    title: 'has bags that do not fit',
    words: (told) =>
      `Bags of order ${told.id} do not fit the patient: the blood group was corrected after they left. Stop them if they run, do not begin them, keep them aside and call ${bankOf(told)} now. Which they are stands in its timeline.`,
  }),
  'bags-misfit-provider': toProvider({
    isSafety: true,
    name: 'Bags of an order that do not fit any more',
    title: 'has bags that do not fit',
    words: (told) =>
      `Bags of order ${told.id} do not fit the patient: the blood group was corrected after they left. The hospital was told, and the driver if they are still on the way. Please see that they have heard, and ask ${bankOf(told)} for others.`,
  }),
  'bags-halted': toHospital({
    isSafety: true,
    name: 'Bags on the way that are not to be given',
    title: 'left with bags not to be given',
    words: (told) =>
      `Order ${told.id} left with bags that are past their end, or whose sample is in doubt. Begin none of them, keep them aside and call ${bankOf(told)} now. Which they are stands in its timeline.`,
  }),
  'bags-halted-bank': toBank({
    isSafety: true,
    name: 'Bags left that are not to be given',
    title: 'left with bags not to be given',
    words: ({ id }) =>
      `Order ${id} left with bags that are past their end, or whose sample is in doubt. The hospital and the driver were told not to use them. Please call the hospital, and say what they get instead.`,
  }),
} satisfies Record<string, OrderKind>

export type OrderKindId = keyof typeof orderKinds

/** By its code: the full name of a component is as long as a third of a text message. */
export const blood = ({ units, bloodGroup, component }: ToldOrder): string =>
  `${units} ${units === 1 ? 'unit' : 'units'} ${shelfGroupName(bloodGroup)} ${component}`

export const due = ({ deadlineAt, at }: ToldOrder): string => showWhen(deadlineAt, at)

const longestName = 28

/** A name that somebody made long must not push out what follows it. */
export const short = (name: string): string =>
  name.length <= longestName ? name : `${name.slice(0, longestName - 3).trimEnd()}...`

export const bankOf = ({ bank }: ToldOrder): string => short(bank ?? 'the blood bank')
const drivenBy = ({ driver }: ToldOrder): string => (driver === null ? '' : ` Driver: ${short(driver)}.`)

function arrival({ at, deadlineAt }: ToldOrder): string {
  const late = at.getTime() - deadlineAt.getTime()
  if (late <= 0) return `at ${showWhen(at, at)}, in time`
  const [h, min] = hoursAndMinutes(late)
  const length = late < hours(1) ? `${min} min` : `${h} h ${min} min`
  return `at ${showWhen(at, at)}, ${length} late`
}

/** Once the last moment has passed there is no time to name any more. */
function waits(told: ToldOrder): string {
  const { id, linkBy, at } = told
  const begin = `No blood bank has order ${id} yet: ${blood(told)}, due by ${due(told)}.`
  if (linkBy === null) return begin
  return linkBy > at
    ? `${begin} To be in time it must be linked by ${showWhen(linkBy, at)}.`
    : `${begin} It can hardly be in time any more.`
}

function answer({ units, answer: said, at }: ToldOrder): string {
  if (!said) return 'it is ready.'
  const many = said.units === units ? `all ${units}` : `${said.units} of ${units}`
  return `${many} by ${showWhen(said.byAt, at)}.`
}
