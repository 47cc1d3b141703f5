import { z } from 'zod'
import { HandOverProof, StopDecision } from '../driving/reporting.ts'
import { DeliveryStep } from '../driving/steps.ts'
import { decisionText } from '../driving/stopping.ts'
import { FoundBefore } from '../driving/taking-back.ts'
import { TemperatureVerdict } from '../driving/temperature.ts'
import { UntakenLevel } from '../requests/nobody-took.ts'
import { replaces } from '../requests/replacing.ts'
import { AmendedField, InvoiceKind, RejectionReason } from '../requests/request.ts'
import { fieldsText, rejectionLabels } from '../requests/showing.ts'
import { Before } from '../requests/undoing.ts'
import { everybody, type Fact, fact, nobody, noDetail, onPaper, providerAlone } from './fact.ts'

type Told<Detail extends z.ZodObject> = Pick<Fact<'request', Detail>, 'detail' | 'readers' | 'words'> &
  Required<Pick<Fact<'request', Detail>, 'title' | 'quote'>>

/** In the timeline of a request. Each row says what is quoted there: what is not named stays in the trail. */
const told = <Detail extends z.ZodObject>(row: Told<Detail>) =>
  fact({ subject: 'request', live: 'requests', ...row })

/** The version of the row that it made: it can be undone while it is still the newest, and undoing it is done once. */
const Decided = z.strictObject({ version: z.number().optional() })

const Moved = Decided.extend({
  /** The delivery status that was written with it. */
  text: z.string().optional(),
  /** With the first completion alone (ruling AMB-53). */
  invoice: InvoiceKind.optional(),
  before: Before.optional(),
})

const Step = z.strictObject({
  seq: z.number(),
  step: DeliveryStep,
  doneAt: z.iso.datetime(),
  temperature: z.number().nullable(),
  verdict: TemperatureVerdict.nullable(),
  receiver: z.string().nullable(),
  handOver: HandOverProof.nullable(),
  reason: z.string().nullable(),
  allowedBy: z.string().nullable().optional(),
})

/** Whose bags they are, where that is not the order's bank any more. */
const BankBefore = z.string().optional()

/** With the version of the row that it made, and how it found things: it can be taken back for a while. */
const Done = Step.extend({
  /** Of an order that ended long ago: nobody is told how warm it was. */
  isOldNews: z.literal(true).optional(),
  paper: onPaper.paper,
  version: z.number().optional(),
  before: FoundBefore.optional(),
  bankBefore: BankBefore,
})

const Invoice = z.strictObject({
  invoiceId: z.string(),
  kind: InvoiceKind,
  issuedAt: z.date(),
  bankId: z.string(),
  pricePaise: z.number(),
  deliveryPaise: z.number(),
  feePaise: z.number(),
  totalPaise: z.number(),
})

export const requestFacts = {
  'request-raised': told({
    detail: z.strictObject({
      gathered: z.literal(true).optional(),
      replaces: z.string().optional(),
      ...onPaper,
    }),
    readers: everybody,
    quote: (told) => told.replaces && replaces(told.replaces),
    title: 'raised',
    words: 'Raised',
  }),
  'request-imported': told({
    detail: noDetail,
    readers: everybody,
    quote: null,
    title: 'imported',
    words: 'Brought over',
  }),
  // by the names of the fields: what stood there before is nowhere any more
  'request-amended': told({
    detail: z.strictObject({ fields: z.array(AmendedField), version: z.number() }),
    readers: everybody,
    quote: ({ fields }) => fields && fieldsText(fields),
    title: 'amended',
    words: 'Amended',
  }),
  'request-approved': told({
    detail: Decided.extend(onPaper),
    readers: everybody,
    quote: null,
    title: 'approved',
    words: 'Approved',
  }),
  'request-rejected': told({
    detail: Decided,
    readers: everybody,
    quote: null,
    title: 'rejected',
    words: 'Rejected',
  }),
  'rejection-explained': told({
    detail: z.strictObject({ why: RejectionReason, version: z.number(), decidedAt: z.iso.datetime() }),
    readers: everybody,
    quote: ({ why }) => rejectionLabels[why],
    title: 'reason',
    words: 'Said why',
  }),
  'request-cancelled': told({
    detail: z.strictObject({ reason: z.string(), replacedBy: z.string().optional() }),
    readers: everybody,
    quote: ({ reason }) => reason,
    title: 'cancelled',
    words: 'Cancelled',
  }),
  'request-linked': told({
    detail: z.strictObject({
      bankId: z.string(),
      driver: z.string(),
      /** Only the driver is another one. */
      isSameBank: z.literal(true).optional(),
      isSameDriver: z.literal(true).optional(),
      ...onPaper,
    }),
    readers: everybody,
    quote: null,
    title: 'blood bank and driver',
    words: 'Linked',
  }),
  'request-refused': told({
    detail: z.strictObject({ bank: z.string(), reason: z.string() }),
    readers: everybody,
    quote: ({ reason }) => reason,
    title: 'refused',
    words: 'Refused',
  }),
  'reservation-approved': told({
    detail: noDetail,
    readers: everybody,
    quote: null,
    title: 'reservation',
    words: 'Reservation approved',
  }),
  'request-moved': told({
    detail: Moved,
    readers: everybody,
    quote: ({ text }) => text,
    title: 'changed',
    words: 'Set',
  }),
  'request-completed': told({
    detail: Moved,
    readers: everybody,
    quote: ({ text }) => text,
    title: 'changed',
    words: 'Completed',
  }),
  'decision-undone': told({
    detail: Decided,
    readers: everybody,
    quote: null,
    title: 'undone',
    words: 'Decision undone',
  }),
  'status-undone': told({
    detail: Decided,
    readers: everybody,
    quote: null,
    title: 'undone',
    words: 'Undone',
  }),
  // ruling AMB-216
  'request-expired': told({
    detail: noDetail,
    readers: everybody,
    quote: null,
    title: 'nobody took it in time',
    words: 'Noticed',
  }),
  'request-late': told({
    detail: noDetail,
    readers: everybody,
    quote: null,
    title: 'late',
    words: 'Noticed',
  }),
  'request-untaken': told({
    /** How near the last moment was, and which that is: until then it had to be linked to arrive in time. */
    detail: z.strictObject({ level: UntakenLevel, linkBy: z.iso.datetime() }),
    readers: everybody,
    quote: null,
    title: 'nobody has taken it yet',
    words: 'Noticed',
  }),
  'delivery-status-written': told({
    detail: z.strictObject({ text: z.string().nullable() }),
    readers: everybody,
    quote: ({ text }) => text,
    title: 'delivery status',
    words: 'Written',
  }),
  'delivery-step-done': told({
    detail: Done,
    readers: everybody,
    quote: ({ reason }) => reason,
    title: 'delivery',
    words: 'Told',
  }),
  'delivery-step-undone': told({
    /** Doubtful: bank and provider had been told how warm it was. */
    detail: z.strictObject({
      seq: z.number(),
      step: DeliveryStep,
      wasDoubtful: z.literal(true).optional(),
    }),
    readers: everybody,
    quote: null,
    title: 'delivery',
    words: 'Taken back',
  }),
  'delivery-stopped': told({
    detail: Step.extend({
      bankBefore: BankBefore,
      /** Told by a driver who had the order before. */
      isFormer: z.literal(true).optional(),
      /** The order has ended: there is nothing to decide. */
      isOver: z.literal(true).optional(),
    }),
    readers: everybody,
    quote: null,
    title: 'stopped',
    words: 'Stopped',
  }),
  'stop-decided': told({
    detail: z.strictObject({
      seq: z.number(),
      step: DeliveryStep,
      decision: StopDecision,
      reason: z.string().nullable(),
      /** Another bank was linked: whoever had it hears that alone. */
      byLink: z.literal(true).optional(),
    }),
    readers: everybody,
    quote: ({ decision, reason }) => decision && [decisionText[decision], reason].filter(Boolean).join(': '),
    title: 'stopped',
    words: 'Decided',
  }),
  // between the provider and a driver who carries it no longer
  'step-kept-aside': told({
    detail: Step.extend({
      why: z.string(),
      bankBefore: BankBefore,
      /** Bags outside their limits, told for the first time by this driver: bank and provider hear of them. */
      isWarmNews: z.literal(true).optional(),
    }),
    readers: providerAlone,
    quote: ({ reason }) => reason,
    title: 'kept aside',
    words: 'Told',
  }),
  'hand-over-code-wrong': told({
    detail: z.strictObject({ seq: z.number(), step: DeliveryStep, isLocked: z.boolean() }),
    readers: everybody,
    quote: null,
    title: 'wrong code',
    words: 'Typed',
  }),
  'hospital-invoice-made': told({
    detail: Invoice,
    readers: everybody,
    quote: null,
    title: 'hospital invoice',
    words: 'Made',
  }),
  // what passes between the provider and a bank is not told to the hospital
  'bloodbank-invoice-made': told({
    detail: Invoice,
    readers: providerAlone,
    quote: null,
    title: 'blood bank invoice',
    words: 'Made',
  }),
  'invoice-uploaded': told({
    detail: z.strictObject({ party: z.enum(['hospital', 'bloodbank']) }),
    readers: ({ party }) => (party === 'hospital' ? everybody : providerAlone),
    quote: null,
    title: 'invoice',
    words: 'Uploaded',
  }),
  'invoice-failed': told({
    detail: z.strictObject({ reason: z.string() }),
    readers: providerAlone,
    quote: ({ reason }) => reason,
    title: 'invoice',
    words: 'Could not be made',
  }),

  // beside the timeline: whoever follows the request is told to look again, and no more
  'order-withdrawn': fact({
    subject: 'issuing',
    detail: noDetail,
    readers: nobody,
    live: 'requests',
    words: 'Withdrawn',
  }),
  'regeneration-begun': fact({
    subject: 'regeneration',
    detail: noDetail,
    readers: nobody,
    live: 'requests',
    words: 'Regeneration begun',
  }),
  'regeneration-failed': fact({
    subject: 'regeneration',
    detail: noDetail,
    readers: nobody,
    live: 'requests',
    words: 'Regeneration failed',
  }),
  'picture-kept': fact({
    subject: 'picture',
    detail: z.strictObject({
      state: z.string(),
      name: z.string(),
      seq: z.number().optional(),
      aside: z.number().optional(),
    }),
    readers: nobody,
    live: 'requests',
    words: 'Picture kept',
  }),
  'picture-imported': fact({
    subject: 'picture',
    detail: z.strictObject({ state: z.string(), name: z.string() }),
    readers: nobody,
    live: 'requests',
    words: 'Picture brought over',
  }),
  'raises-gathered': fact({
    subject: 'raises',
    detail: z.strictObject({ by: z.string(), after: z.number() }),
    readers: nobody,
    live: 'messages',
    words: 'Texts of raises gathered',
  }),
  'raises-told': fact({
    subject: 'raises',
    detail: z.strictObject({ requests: z.number(), since: z.iso.datetime() }),
    readers: nobody,
    live: 'messages',
    words: 'Gathered raises told',
  }),
}
