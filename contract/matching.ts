import { z } from 'zod'
import { Bombay, ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { ComponentCode } from '#domain/basics/blood.ts'
import { Moment } from '#domain/basics/day.ts'
import { Sex } from '#domain/basics/person.ts'
import { line } from '#domain/basics/text.ts'
import { Temperature } from '#domain/driving/temperature.ts'
import { BenchCounts, BenchStage } from '#domain/matching/bench-list.ts'
import { CrossmatchMethod, CrossmatchResult } from '#domain/matching/crossmatch.ts'
import { FitLevel } from '#domain/matching/fit.ts'
import { MoreForBank } from '#domain/matching/needs.ts'
import { AntibodyScreen, Recent } from '#domain/matching/sample.ts'
import { AsideReason } from '#domain/matching/setting-aside.ts'
import { isBank, isDriver, isHospital, isHospitalAdmin, isProvider } from '#domain/people/actor.ts'
import { OrderType, RequestStatus } from '#domain/requests/request.ts'
import { nothing, page, pageOf, RefusalAnswer } from './answers.ts'
import { ShelfBag } from './bags.ts'
import { route } from './route.ts'

const BagId = z.uuid()
const OrderId = z.strictObject({ id: z.string().max(60) })
const Units = z.number().int().min(1).max(1_000)

export const BankAnswer = z.object({
  units: Units,
  byAt: z.coerce.date(),
  note: z.string(),
  saidAt: z.coerce.date(),
  saidBy: z.string(),
})
export type BankAnswer = z.infer<typeof BankAnswer>

/** An order in the bench's list: nothing of the patient but the group. */
export const BenchRow = z.object({
  id: z.string(),
  hospitalName: z.string(),
  component: ComponentCode,
  bloodGroup: ShelfGroup,
  units: z.number().int(),
  /** Units that are still to be issued. */
  left: z.number().int(),
  orderType: OrderType,
  status: RequestStatus,
  deadlineAt: z.coerce.date(),
  driverName: z.string().nullable(),
  stage: BenchStage,
  /** Why nothing goes on, in words: the tube is another patient's, the group differs. */
  onHold: z.string().nullable(),
  answer: BankAnswer.nullable(),
  held: z.number().int(),
  matched: z.number().int(),
  /** Units that go with a slip; those that were set aside do not count. */
  packed: z.number().int(),
  /** With a slip of yours: then it is not refused any more (ruling AMB-361). */
  haveBagsLeft: z.boolean().default(false),
  /** Bags of an emergency whose result is not in, and by when it is owed. */
  owed: z.number().int(),
  owedBy: z.coerce.date().nullable(),
})
export type BenchRow = z.infer<typeof BenchRow>

export const BenchSample = z.object({
  id: z.string(),
  takenAt: z.coerce.date(),
  takenBy: z.string(),
  receivedAt: z.coerce.date(),
  receivedBy: z.string(),
  labelName: z.string(),
  labelPatientId: z.string(),
  groupFound: ShelfGroup.nullable(),
  antibodyScreen: AntibodyScreen,
  recent: Recent,
  unfitReason: z.string().nullable(),
  validUntil: z.coerce.date(),
  version: z.number().int(),
})
export type BenchSample = z.infer<typeof BenchSample>

const Match = z.object({
  id: z.string(),
  bagId: z.string(),
  bagNumber: z.string(),
  division: z.string().default(''),
  sampleId: z.string(),
  method: CrossmatchMethod,
  result: CrossmatchResult,
  note: z.string(),
  doneAt: z.coerce.date(),
  doneBy: z.string(),
})

const Hold = z.object({
  bag: ShelfBag,
  heldAt: z.coerce.date(),
  heldBy: z.string(),
  until: z.coerce.date(),
  isEmergency: z.boolean(),
})

export const Slip = z.object({
  slip: z.string(),
  seq: z.number().int(),
  issuedAt: z.coerce.date(),
  issuedBy: z.string(),
  checkedBy: z.string().nullable(),
  isEmergency: z.boolean(),
  doctor: z.string(),
  bags: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      component: ShelfComponent,
      /** Which part of a divided bag; empty where it is whole. */
      division: z.string().default(''),
      bloodGroup: ShelfGroup,
      expiresAt: z.coerce.date(),
      /** The result of the emergency is still to come. */
      isOwed: z.boolean(),
      /** Why it does not go to the patient any more. */
      setAside: AsideReason.nullable().default(null),
    }),
  ),
})
export type Slip = z.infer<typeof Slip>

const Substitution = z.object({
  bloodGroup: ShelfGroup,
  reason: z.string(),
  proposedAt: z.coerce.date(),
  proposedBy: z.string(),
  decidedAt: z.coerce.date().nullable(),
  decidedBy: z.string().nullable(),
  isAccepted: z.boolean().nullable(),
  doctor: z.string(),
})

/** One order as its bench sees it, with the patient: each opening is an event (ruling AMB-218). */
export const BenchOrderView = BenchRow.extend({
  patientName: z.string(),
  patientId: z.string(),
  age: z.number().int(),
  sex: Sex,
  more: z.object(MoreForBank.shape),
  /** What was ever found or said of this patient, whatever the request says: in an emergency they are Oh. */
  everBombay: Bombay.nullable().default(null),
  deliveries: z.array(
    z.object({
      seq: z.number().int(),
      units: z.number().int(),
      packed: z.number().int().nullable(),
      /** How far it is, in the words of who carries it. */
      state: z.string(),
      deliveredAt: z.coerce.date().nullable(),
    }),
  ),
  /** The newest first; that one counts. */
  samples: z.array(BenchSample),
  holds: z.array(Hold),
  matches: z.array(Match),
  slips: z.array(Slip),
  substitutions: z.array(Substitution),
  /** Other people of the bank who may check an issue. */
  checkers: z.array(z.object({ email: z.string(), name: z.string() })),
  secondChecker: z.boolean(),
  spareHours: z.number().int(),
  /** Over, and shown for seven days; or another bank's. */
  isOver: z.boolean(),
  /** Another bank's now, and a result of yours is still owed. */
  isElsewhere: z.boolean(),
})
export type BenchOrderView = z.infer<typeof BenchOrderView>

export const ChoiceRow = z.object({
  bag: ShelfBag,
  level: FitLevel,
  /** In words: group, fit, end, what nobody asked for. */
  text: z.string(),
  isAlarming: z.boolean(),
  endsSoon: z.boolean(),
})
export type ChoiceRow = z.infer<typeof ChoiceRow>

const orders = '/api/matching/orders' as const

/** The bench: from a linked order to the signed issue. */
export const matching = {
  orders: route({
    method: 'GET',
    path: orders,
    summary: "The orders on your bank's bench, the soonest due first, 50 at a time",
    who: isBank,
    input: z.strictObject(page),
    output: pageOf(BenchRow),
    also: ['requests', 'bags'],
  }),
  summary: route({
    method: 'GET',
    path: '/api/matching/summary',
    summary: "What waits on your bank's bench, counted by what has to be done next",
    who: isBank,
    input: nothing,
    output: BenchCounts,
    also: ['requests', 'bags'],
  }),
  open: route({
    method: 'GET',
    path: `${orders}/:id`,
    summary: 'One order on your bench with its patient; that you opened it is recorded',
    who: isBank,
    input: OrderId,
    output: BenchOrderView,
    also: ['requests', 'bags'],
  }),
  choices: route({
    method: 'GET',
    path: `${orders}/:id/choices`,
    summary: 'The bags of your shelf for an order, the best first, each with its reason',
    who: isBank,
    /** Emergency: of the group that was found, or O; what is alive now. */
    input: OrderId.extend({ emergency: z.literal('yes').optional() }),
    output: z.object({ items: z.array(ChoiceRow), endingSoon: z.string().nullable() }),
    also: ['bags'],
  }),
  answer: route({
    method: 'PUT',
    path: `${orders}/:id/answer`,
    summary: 'Say how many units your bank gives, and by when',
    who: isBank,
    input: OrderId.extend({ units: Units, byAt: Moment, note: line(200).default('') }),
    output: BankAnswer,
    repeatable: true,
  }),
  receiveSample: route({
    method: 'POST',
    path: `${orders}/:id/samples`,
    summary: 'Record a sample as its label says; it is compared with the request',
    who: isBank,
    input: OrderId.extend({
      labelName: line(120),
      labelPatientId: line(60),
      takenAt: Moment,
      takenBy: line(80).default(''),
      groupFound: ShelfGroup.nullable().default(null),
      antibodyScreen: AntibodyScreen.default('not-done'),
      recent: Recent.default('unknown'),
      unfitReason: line(120).nullable().default(null),
    }),
    output: z.object({ sample: BenchSample, refusal: RefusalAnswer.nullable() }),
    repeatable: true,
  }),
  recordFindings: route({
    method: 'PUT',
    path: `${orders}/:id/samples/:sampleId`,
    summary: 'Record what was found in the newest sample: its group, antibodies, or why it cannot be used',
    who: isBank,
    input: OrderId.extend({
      sampleId: z.uuid(),
      version: z.number().int().min(1).max(2_147_483_647),
      groupFound: ShelfGroup.nullable(),
      antibodyScreen: AntibodyScreen,
      recent: Recent,
      unfitReason: line(120).nullable(),
    }),
    output: z.object({ sample: BenchSample, refusal: RefusalAnswer.nullable() }),
    repeatable: true,
  }),
  hold: route({
    method: 'PUT',
    path: `${orders}/:id/holds/:bagId`,
    summary: "Hold a bag in the patient's name",
    who: isBank,
    input: OrderId.extend({
      bagId: BagId,
      reason: line(200).default(''),
      isEmergency: z.boolean().default(false),
    }),
    output: z.object({ until: z.coerce.date() }),
    repeatable: true,
  }),
  letGo: route({
    method: 'DELETE',
    path: `${orders}/:id/holds/:bagId`,
    summary: 'Let a bag go back to the shelf',
    who: isBank,
    input: OrderId.extend({ bagId: BagId }),
    output: z.object({}),
    repeatable: true,
  }),
  recordMatch: route({
    method: 'POST',
    path: `${orders}/:id/crossmatches`,
    summary:
      'Record a cross-match of a held bag; one that does not fit goes back to the shelf, or is set aside where it has left',
    who: isBank,
    input: OrderId.extend({
      bagId: BagId,
      method: CrossmatchMethod,
      result: CrossmatchResult,
      note: line(200).default(''),
    }),
    output: Match,
    repeatable: true,
  }),
  issue: route({
    method: 'POST',
    path: `${orders}/:id/issues`,
    summary: 'Issue held bags for the next delivery, with a signed slip',
    who: isBank,
    input: OrderId.extend({
      seq: z.number().int().min(1).max(1_000),
      bags: z.array(z.strictObject({ bagId: BagId, isInspected: z.boolean() })).max(10),
      /** The second person confirms on the spot, under their own name. */
      checker: z.strictObject({ email: z.string().max(254), password: z.string().max(200) }).nullable(),
      emergency: z.strictObject({ doctor: line(80), reason: line(200) }).nullable(),
    }),
    output: Slip,
    limit: { max: 60, seconds: 60, of: 'account' },
    repeatable: true,
  }),
  /** What left for an order, for whoever has a part in it; to its hospital also what is asked of it. */
  packed: route({
    method: 'GET',
    path: `${orders}/:id/packed`,
    summary: 'The slips and bags of an order of yours, and what its blood bank asks of your hospital',
    who: (actor) => isHospital(actor) || isProvider(actor) || isDriver(actor),
    key: 'orders:read',
    input: OrderId,
    output: z.object({
      slips: z.array(Slip),
      /** Of a Bombay patient, whose request says O. */
      bombay: Bombay.nullable().default(null),
      answer: BankAnswer.omit({ note: true, saidBy: true }).nullable(),
      /** For the hospital alone. */
      onHold: z.string().nullable(),
      groupFound: ShelfGroup.nullable(),
      /** What the hospital may correct the request to, by the newest good sample at whichever bank. */
      correctTo: ShelfGroup.nullable().default(null),
      /** Of a patient who was ever found or said to be Oh. */
      everBombay: Bombay.nullable().default(null),
      substitutions: z.array(Substitution),
    }),
    also: ['requests'],
  }),
  propose: route({
    method: 'PUT',
    path: `${orders}/:id/substitution`,
    summary: 'Ask the hospital for its nod to a group that needs care',
    who: isBank,
    input: OrderId.extend({ bloodGroup: ShelfGroup }),
    output: Substitution,
    repeatable: true,
  }),
  decide: route({
    method: 'PUT',
    path: `${orders}/:id/substitution/decision`,
    summary:
      "Say yes or no to another group for your patient; where it is about Rh with the doctor's name and reason",
    who: isHospitalAdmin,
    input: OrderId.extend({
      bloodGroup: ShelfGroup,
      isAccepted: z.boolean(),
      doctor: line(80).default(''),
      reason: line(200).default(''),
    }),
    output: Substitution,
    repeatable: true,
  }),
  correctGroup: route({
    method: 'PUT',
    path: `${orders}/:id/group`,
    summary: "Correct the blood group of your order to what the patient's sample was found to be",
    who: isHospitalAdmin,
    input: OrderId.extend({ bloodGroup: ShelfGroup }),
    output: z.object({ bloodGroup: ShelfGroup }),
    repeatable: true,
  }),
  handOver: route({
    method: 'PUT',
    path: `${orders}/:id/handed-over`,
    summary: 'Say that a packed delivery left with its temperature, where no driver reports',
    who: isBank,
    input: OrderId.extend({
      seq: z.number().int().min(1).max(1_000),
      temperature: Temperature,
    }),
    output: z.object({}),
    repeatable: true,
  }),
}
