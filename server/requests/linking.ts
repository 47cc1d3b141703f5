import type { z } from 'zod'
import type { orders } from '#contract/orders.ts'
import { no } from '#domain/basics/refusal.ts'
import { type DriverTextState, driverTextSays } from '#domain/messages/budget.ts'
import {
  bankIdOf,
  isOver,
  link,
  linkWords,
  otherBank,
  reassign,
  whyNotLink,
  whyNotLinkForm,
} from '#domain/requests/linking.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { statusText } from '#domain/requests/showing.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { lockRequest, saveRequest } from '../db/requests.ts'
import { setOthersAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { newBagsByLink } from '../driving/stopping.ts'
import type { TextPurses } from '../messages/purses.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { orderStore, orderWriter } from './order-store.ts'
import { requestStore } from './store.ts'

type LinkInput = z.output<typeof orders.link.input>

/** §5.4: a bank and a driver for one order, and the driver's history with it. */
export async function linkOrder(
  work: Work,
  input: LinkInput,
  { by, now, texts }: { by: string; now: Date; texts: TextPurses | null },
) {
  const { id, version, driverEmail, otherBank: typed = '' } = input
  refuse(linkWords, whyNotLinkForm({ requestId: id, bankId: input.bankId, otherBank: typed, driverEmail }))
  const bankId = bankIdOf({ bankId: input.bankId, otherBank: typed })
  const request = await lockRequest(work, id)
  refuse(linkWords, whyNotLink(request, { bankId, driverEmail }))
  if (!request) throw notFound()
  refuse(requestWords, whyStale(request, version))
  const driver = await orderStore(work.db).driver(driverEmail)
  if (!driver) refuse(linkWords, no('driver-unknown', 'driverEmail'))
  if (!driver) throw notFound()
  await knowBank(work, bankId, input.bankId === otherBank ? typed : null)

  const history = await orderStore(work.db).assignmentsOf(id)
  const wasLinked = request.bankId !== null || history.length > 0
  const isOtherBank = wasLinked && request.bankId !== bankId
  const found = isOtherBank ? await newBagsByLink(work, by, request) : request
  if (isOtherBank) await setOthersAside(work, request, bankId)
  const linked = link(found, { bankId, driverEmail }, now)
  await orderWriter(work).saveAssignments(id, reassign(history, driverEmail, linked.status))
  await orderWriter(work).addDriver(request, driverEmail)
  const before = request.driverEmail ?? history.at(-1)?.driverEmail
  if (before !== undefined && before !== driverEmail) await orderWriter(work).forgetWrongCodes(id)
  const saved = await saveRequest(work, request, linked, {
    kind: 'request-linked',
    detail: {
      bankId,
      driver: driver.name,
      ...(request.bankId === bankId && { isSameBank: true as const }),
      ...(request.driverEmail === driverEmail && { isSameDriver: true as const }),
    },
  })
  await withdraw(work, saved, {
    bankId: request.bankId === bankId ? null : request.bankId,
    driverEmail: request.driverEmail === driverEmail ? null : request.driverEmail,
  })
  const deliveries = await requestStore(work.db).deliveriesOf([id])
  const message = isOver({ ...saved, deliveries })
    ? `${driver.name} gets no text message, because the order is ${statusText(saved)}.`
    : driverTextSays(await stateOfText(texts, driver), driver)
  return { request: saved, message }
}

/** What becomes of the text that was just written, as far as it is known now; the order tells the rest. */
async function stateOfText(texts: TextPurses | null, { phone }: { phone: string }): Promise<DriverTextState> {
  if (phone === '') return 'no-phone'
  if (texts === null) return 'kept'
  return (await texts.hasRoom({ kind: 'driver', organisationId: null })) ? 'going' : 'held'
}

type Former = Pick<BloodRequest, 'bankId' | 'driverEmail'>

/** Whose it was hears that it has left their list. */
export async function withdraw(
  work: Work,
  { id, status }: Pick<BloodRequest, 'id' | 'status'>,
  former: Former,
): Promise<void> {
  if (former.bankId === null && former.driverEmail === null) return
  await work.record({ subjectId: id, kind: 'order-withdrawn', to: status, ...former })
}

/** A bank of the list must be one; a typed name that no bank has yet becomes one (ruling AMB-87). */
async function knowBank(work: Work, bankId: string, typed: string | null): Promise<void> {
  // added before it is looked at: two who type one name at once mean one bank
  if (typed !== null && (await orderWriter(work).addUnlistedBank(bankId, typed))) {
    return void (await work.record({
      subjectId: bankId,
      kind: 'bank-added',
      bankId,
      detail: { name: typed },
    }))
  }
  const known = await orderStore(work.db).organisation(bankId)
  const field = typed === null ? 'bankId' : 'otherBank'
  if (!known) refuse(linkWords, no('bank-unknown', field))
  if (known?.kind === 'hospital') refuse(linkWords, no('bank-is-hospital', field))
}
