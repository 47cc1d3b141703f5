import { shelfGroupName } from '#domain/bags/kinds.ts'
import { componentName } from '#domain/basics/blood.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { decisionText } from '#domain/driving/stopping.ts'
import type { DetailOf } from '#domain/events/events.ts'
import { gatheredWords } from '#domain/requests/flooding.ts'
import { rejectionLabels, statusText } from '#domain/requests/showing.ts'
import type { ToldRequest } from '../db/about.ts'

export type Mail = { subject: string; body: string }

/** An account that raises far more than a ward does: whose, after how many, and what was gathered since when. */
type Flood = DetailOf<'raises-gathered'>
type Gathered = DetailOf<'raises-told'>

/** To the provider. The patient is in no subject, and in the body only by the hospital's own patient ID. */
export function raisedMail(
  request: ToldRequest,
  hospital: string,
  url: string,
  { replaces }: Pick<DetailOf<'request-raised'>, 'replaces'> = {},
): Mail {
  if (replaces)
    return {
      subject: `Request ${request.id} raised by ${hospital}: replacement of ${replaces}`,
      body: `${hospital} raised a request for blood as the replacement of ${replaces}, which it cancelled. The blood is wanted once: by this request. It waits for the hospital's approval.\n\n${facts(request)}\n\n${url}`,
    }
  return {
    subject: `Request ${request.id} raised by ${hospital}`,
    body: `${hospital} raised a request for blood. It waits for the hospital's approval.\n\n${facts(request)}\n\n${url}`,
  }
}

export function approvedMail(request: ToldRequest, hospital: string, url: string): Mail {
  return {
    subject: `Request ${request.id} approved by ${hospital}`,
    body: `${hospital} approved a request for blood. Please link a blood bank and a driver.\n\n${facts(request)}\n\n${url}`,
  }
}

export function reservedMail(request: ToldRequest, hospital: string, url: string): Mail {
  return {
    subject: `Reservation ${request.id} of ${hospital} approved`,
    body: `A reservation of ${hospital} was approved.\n\n${facts(request)}\n\n${url}`,
  }
}

/** The reason is free text and may name the patient, so the mail says only where it can be read. */
export function cancelledMail(
  request: ToldRequest,
  hospital: string,
  url: string,
  { replacedBy }: Pick<DetailOf<'request-cancelled'>, 'replacedBy'> = {},
): Mail {
  if (replacedBy)
    return {
      subject: `Request ${request.id} cancelled by ${hospital}: replaced by ${replacedBy}`,
      body: `${hospital} cancelled a request for blood that it had approved, and raised its replacement ${replacedBy}. Please link no blood bank and no driver to ${request.id}. The replacement waits for the hospital's approval.\n\n${facts(request)}\n\n${url}`,
    }
  return {
    subject: `Request ${request.id} cancelled by ${hospital}`,
    body: `${hospital} cancelled a request for blood that it had approved. Please link no blood bank and no driver. The reason stands in the timeline of the request.\n\n${facts(request)}\n\n${url}`,
  }
}

export function undoneMail(request: ToldRequest, hospital: string, url: string): Mail {
  return {
    subject: `Approval of request ${request.id} undone by ${hospital}`,
    body: `${hospital} took back its approval of a request for blood. It is ${statusText(request)} again: please link no blood bank and no driver until it is approved.\n\n${facts(request)}\n\n${url}`,
  }
}

/** The reason is free text: the mail says only where it can be read. */
export function refusedMail(
  request: ToldRequest,
  hospital: string,
  url: string,
  { bank }: Pick<DetailOf<'request-refused'>, 'bank'>,
): Mail {
  return {
    subject: `Order ${request.id} of ${hospital} refused by ${bank}`,
    body: `The blood bank ${bank} refused an order of ${hospital}. It is hospital-admin-approved again and has no driver any more. Please link another blood bank and a driver on Link Blood Bank / Driver. The reason stands in the timeline of the order.\n\n${facts(request)}\n\n${url}`,
  }
}

/** Many raises of one account: from now on their messages are gathered, and the provider may want to ask why. */
export function floodMail(hospital: string, { by, after }: Flood, url: string): Mail {
  return {
    subject: `Many requests raised by ${hospital}`,
    body: `The account ${by} of ${hospital} raised more than ${after} requests within an hour. All of them are taken. What follows is told in one message every few minutes instead of one each, so that other messages get through. If this is not meant, please call the hospital; the account can be closed on Accounts.\n\n${url}`,
  }
}

export function gatheredMail(hospital: string, { requests, since }: Gathered, url: string): Mail {
  return {
    subject: `Requests raised by ${hospital}: ${requests} more`,
    body: `${hospital}: ${gatheredWords(requests, new Date(since))}. They wait for the hospital's approval.\n\n${url}`,
  }
}

export const gatheredText = ({ requests, since }: Gathered): string =>
  `Crossmatch: ${gatheredWords(requests, new Date(since))} and ${requests === 1 ? 'waits' : 'wait'} for approval.`

/** To the hospital: the id and the status, nothing of the patient (ruling AMB-163). */
export const raisedText = (request: ToldRequest): string =>
  `Crossmatch: request ${request.id} was raised and waits for approval.`

export const decidedText = (request: ToldRequest): string =>
  `Crossmatch: request ${request.id} is now ${statusText(request)}.`

/** A chip's words alone: what was written out may name the patient, and is read where one has to sign in. */
export const rejectedText = (
  request: ToldRequest,
  { why }: Pick<DetailOf<'rejection-explained'>, 'why'>,
): string =>
  `Crossmatch: request ${request.id} is ${statusText(request)}. ${
    why === 'other' ? 'Why stands in Request Status.' : `Reason: ${rejectionLabels[why].toLowerCase()}.`
  }`

export const undoneText = (request: ToldRequest): string =>
  `Crossmatch: the decision on request ${request.id} was undone. It is ${statusText(request)} again.`

/** To the driver: which order, and where it is to be seen behind his sign-in. The link ends the text (§7.1). */
export const driverText = (id: string, url: string): string =>
  `Crossmatch: order ${id} is yours to carry. Please open ${url}`

/** To the driver who had it. */
export const notYoursText = (id: string): string =>
  `Crossmatch: order ${id} is not yours any more. Please do not carry it.`

/** What the driver told; the order itself holds what was measured last. */
type Measured = Pick<DetailOf<'delivery-stopped'>, 'temperature' | 'isOver'>

/** To the provider: the bags of an order are not as cold as they should be. */
export function temperatureMail(request: ToldRequest, hospital: string, url: string, told: Measured): Mail {
  if (told.isOver) return lateWarmMail(request, hospital, url, told)
  const { temperature } = told
  return {
    subject: warmSubject(request, hospital, told),
    body: `The driver of order ${request.id} measured ${temperature} °C, which is outside the limits. If he has stopped, please open the details of the order and say what happens: go on, a new bag, or back to the bank.\n\n${facts(request)}\n\n${url}`,
  }
}

/** Of bags that nobody carries any more: told so that they are not used for somebody else. */
export function lateWarmMail(
  request: ToldRequest,
  hospital: string,
  url: string,
  { temperature }: Measured,
): Mail {
  return {
    subject: warmSubject(request, hospital, { temperature }),
    body: `A driver measured ${temperature} °C in the bags of order ${request.id}, which is outside the limits. It was told after the order had ended or had been linked again, and changes nothing of it. The blood bank of these bags is told. Please make sure that they are not used.\n\n${facts(request)}\n\n${url}`,
  }
}

const warmSubject = ({ id }: ToldRequest, hospital: string, { temperature }: Measured): string =>
  `Order ${id} of ${hospital}: bags measured ${temperature} °C`

export function temperatureUndoneMail(request: ToldRequest, hospital: string, url: string): Mail {
  return {
    subject: `Order ${request.id} of ${hospital}: a temperature was taken back`,
    body: `The driver of order ${request.id} took back the step whose temperature was outside the limits.\n\n${facts(request)}\n\n${url}`,
  }
}

/** To the bank whose bags they are. */
export const temperatureText = (request: ToldRequest, { temperature }: Measured): string =>
  `Crossmatch: the bags of order ${request.id} measured ${temperature} °C, outside the limits. The driver may call you.`

export const temperatureUndoneText = (request: ToldRequest): string =>
  `Crossmatch: the temperature told of order ${request.id} was taken back by its driver.`

export const decidedStopText = (request: ToldRequest, { decision }: DetailOf<'stop-decided'>): string =>
  `Crossmatch: the provider has decided about the stopped bags of order ${request.id}: ${decisionText[decision]}.`

/** To the driver who stands there. */
export const decidedStopDriverText = (id: string, url: string): string =>
  `Crossmatch: the office has decided about order ${id}. Please open ${url}`

/** To the driver who has bags in the box that the patient may not have any more. */
export const misfitDriverText = (id: string): string =>
  `Crossmatch: some bags of order ${id} do not fit the patient any more. Please call the office before you hand them over.`

/** To the driver who has a bag in the box, or is to fetch it, whose donation was found reactive. */
export const recalledDriverText = (id: string): string =>
  `Crossmatch: a bag of order ${id} is called back and must not be given. Please call the office before you hand it over.`

/** To the driver who left with bags that ended, or whose order is on hold. */
export const haltedDriverText = (id: string): string =>
  `Crossmatch: some bags of order ${id} are not to be given. Please call the office before you hand them over.`

/** To the driver who left before the rest was packed. */
export const moreBagsText = (id: string, url: string): string =>
  `Crossmatch: more bags of order ${id} were packed after you left. Please fetch them, or call the office. ${url}`

/** To the driver who has the order now: another driver stopped it. */
export const stoppedDriverText = (id: string, url: string): string =>
  `Crossmatch: order ${id} is stopped, its bags may be too warm. Please open ${url}`

function facts(request: ToldRequest): string {
  return [
    `Request ID: ${request.id}`,
    `Patient ID: ${request.patientId}`,
    `Blood: ${shelfGroupName(request.bloodGroup)}, ${componentName(request.component)}, ${request.units} ${request.units === 1 ? 'unit' : 'units'}`,
    `Order type: ${request.orderType}`,
    `Sample pickup: ${showDateTime(request.pickupAt)}`,
    `Delivery deadline: ${showDateTime(request.deadlineAt)}`,
  ].join('\n')
}
