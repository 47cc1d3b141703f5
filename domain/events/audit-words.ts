import { z } from 'zod'
import { type AuditReader, mayQuote } from './audit.ts'
import { events, isEventKind } from './events.ts'
import type { Fact } from './fact.ts'

/** An event as the trail has it. */
export type AuditedEvent = {
  kind: string
  subjectKind: string
  subjectId: string
  actorId: string | null
  fromStatus: string | null
  toStatus: string | null
  detail: unknown
  bankName: string | null
}

const text = z.string().optional().catch(undefined)
const Told = z
  .object({
    step: text,
    seq: z.number().optional().catch(undefined),
    driver: text,
    email: text,
    device: text,
    collection: text,
    name: text,
    channel: text,
    message: text,
    text: text,
    number: text,
    component: text,
    reason: text,
    day: text,
    filter: text,
    list: text,
    as: text,
    rows: z.number().optional().catch(undefined),
    isWhole: z.boolean().optional().catch(undefined),
    requestId: text,
    formId: text,
    bag: text,
    result: text,
    host: text,
  })
  .catch({})

/** What was done, in one line. Never more of what people wrote than the reader may be quoted. */
export function auditWords(reader: AuditReader, event: AuditedEvent): string {
  if (!isEventKind(event.kind)) return event.kind
  const fact: Fact = events[event.kind]
  const told = Told.parse(event.detail)
  const quote = mayQuote(reader, event.kind) ? fact.quote?.(Object(event.detail)) : null
  return `${deedOf(fact, event, told)}${quote ? `: “${quote}”` : ''}`
}

function deedOf(fact: Fact, event: AuditedEvent, told: z.output<typeof Told>): string {
  const { kind, subjectId, fromStatus, toStatus } = event
  switch (fact.subject) {
    case 'request':
      if (kind === 'request-linked') return linked(event.bankName, told.driver)
      if (told.step)
        return `${reported(fact)} ${told.step}${(told.seq ?? 1) > 1 ? `, delivery ${told.seq}` : ''}`
      if (kind === 'request-moved' || kind === 'request-completed') return `Set to ${toStatus}`
      return titled(fact)
    case 'account':
      return listed(
        fact.words,
        event.actorId === subjectId ? undefined : told.email,
        changed(fromStatus, toStatus),
        told.device ?? told.collection,
      )
    case 'organisation':
      return listed(fact.words, told.email, changed(fromStatus, toStatus))
    case 'stock':
      return `${fact.words} ${(subjectId.split('/')[1] ?? '').toUpperCase()}`.trim()
    case 'company':
    case 'price':
      return listed(fact.words, subjectId)
    case 'driver':
    case 'picture':
    case 'key':
      return listed(fact.words, told.name)
    case 'camp':
      return listed(fact.words, told.day)
    case 'message':
      return listed(fact.words, told.channel, told.message)
    case 'bag':
    case 'donation':
      return listed(fact.words, told.number, told.component, told.reason)
    case 'notice':
      return told.text ? `${fact.words}: “${told.text}”` : fact.words
    case 'hook':
      return listed(fact.words, told.host)
    case 'hearing':
      return listed(fact.words, toStatus ?? undefined)
    case 'crossmatch':
      return listed(fact.words, told.bag, told.result)
    case 'reading':
      return listed(
        fact.words,
        told.list && `${told.list} as ${told.as}`,
        told.filter,
        told.rows === undefined ? undefined : `${told.rows} ${told.rows === 1 ? 'row' : 'rows'}`,
        told.isWhole === false ? 'not whole' : undefined,
      )
    default:
      return fact.words
  }
}

const reported = ({ words }: Fact): string => (words === 'Told' ? 'Reported' : `${words}:`)

const linked = (bank: string | null, driver: string | undefined): string =>
  listed(`Linked${bank ? ` to ${bank}` : ''}`, driver && `driver ${driver}`)

const changed = (from: string | null, to: string | null): string | undefined =>
  from && to && from !== to ? `${from} to ${to}` : (to ?? undefined)

const listed = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ')

/** The words of a timeline stand beneath a title; in one line both are needed, unless one says the other. */
function titled({ title = '', words }: Fact): string {
  if (words.toLowerCase().includes(title)) return words
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}: ${words.toLowerCase()}`
}

export type AuditThing = { kind: 'request' | 'donor-form'; id: string }

const aboutRequests = ['request', 'issuing', 'regeneration', 'picture']

/** What it happened to, where that can be shown. */
export function thingOf({ subjectKind, subjectId, detail }: AuditedEvent): AuditThing | null {
  const { requestId, formId } = Told.parse(detail)
  if (aboutRequests.includes(subjectKind)) return { kind: 'request', id: subjectId }
  if (subjectKind === 'donor-form') return { kind: 'donor-form', id: subjectId }
  if (requestId) return { kind: 'request', id: requestId }
  return formId ? { kind: 'donor-form', id: formId } : null
}
