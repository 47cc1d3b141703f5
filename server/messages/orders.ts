import { shelfGroupName } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { type OrderKindId, orderKinds, type ToldOrder } from '#domain/messages/order-kinds.ts'
import type { Mail } from './requests.ts'

/** What a kind says of one order, by mail: the same words, with what somebody at a desk wants beside them. */
export function orderMail(
  kind: OrderKindId,
  told: ToldOrder,
  { hospital, url }: { hospital: string; url: string },
): Mail {
  const { title, words } = orderKinds[kind]
  return {
    subject: title(told),
    body: `${words(told)}\n\n${facts(told, hospital)}\n\n${url}`,
  }
}

export const orderText = (kind: OrderKindId, told: ToldOrder): string =>
  `Crossmatch: ${orderKinds[kind].words(told)}`

const facts = (told: ToldOrder, hospital: string): string =>
  [
    `Order: ${told.id}`,
    `Hospital: ${hospital}`,
    `Blood: ${shelfGroupName(told.bloodGroup)}, ${componentName(told.component)}, ${told.units} ${told.units === 1 ? 'unit' : 'units'}`,
    `Sample pickup: ${showDateTime(told.pickupAt)}`,
    `Delivery deadline: ${showDateTime(told.deadlineAt)}`,
    ...(told.bank === null ? [] : [`Blood bank: ${told.bank}`]),
  ].join('\n')
