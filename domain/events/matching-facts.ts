import { z } from 'zod'
import { ShelfGroup, shelfGroupName } from '../bags/kinds.ts'
import { showDateTime } from '../basics/time.ts'
import { CrossmatchMethod, CrossmatchResult } from '../matching/crossmatch.ts'
import { asideText } from '../matching/setting-aside.ts'
import { everybody, type Fact, fact, nobody, onPaper } from './fact.ts'

type Told<Detail extends z.ZodObject> = Pick<Fact<'request', Detail>, 'detail' | 'words'> &
  Required<Pick<Fact<'request', Detail>, 'title' | 'quote'>>

/** In the timeline of the order: bags by their numbers, and nothing of the patient. */
const told = <Detail extends z.ZodObject>(row: Told<Detail>) =>
  fact({ subject: 'request', readers: everybody, live: 'requests', ...row })

const kept = <const Subject extends string, Detail extends z.ZodObject>(
  subject: Subject,
  words: string,
  detail: Detail,
): Fact<Subject, Detail> => fact({ subject, detail, readers: nobody, live: 'matching', words })

const whyWanted = {
  label: 'The tube and the request differ',
  unfit: 'The tube cannot be used',
  group: 'The group found is not the group asked for',
} as const

/** What the bench does with an order. */
export const matchingFacts = {
  'bank-answered': told({
    detail: z.strictObject({ units: z.number(), of: z.number(), byAt: z.iso.datetime() }),
    quote: ({ units, of, byAt }) =>
      byAt && `${units === of ? `All ${of}` : `${units} of ${of}`} by ${showDateTime(new Date(byAt))}`,
    title: 'answer',
    words: 'Answered',
  }),
  'sample-accepted': told({
    detail: z.strictObject({}),
    quote: null,
    title: 'sample',
    words: 'Sample received',
  }),
  /** Until another comes, or the hospital corrects the request, nobody issues. */
  'sample-wanted': told({
    detail: z.strictObject({ why: z.enum(['label', 'unfit', 'group']) }),
    quote: ({ why }) => whyWanted[why],
    title: 'on hold',
    words: 'Put on hold',
  }),
  'group-corrected': told({
    detail: z.strictObject({ from: ShelfGroup, to: ShelfGroup }),
    quote: ({ from, to }) => from && to && `${shelfGroupName(from)} to ${shelfGroupName(to)}`,
    title: 'blood group',
    words: 'Blood group corrected',
  }),
  'substitution-proposed': told({
    detail: z.strictObject({ bloodGroup: ShelfGroup }),
    quote: ({ bloodGroup }) => bloodGroup && shelfGroupName(bloodGroup),
    title: 'another group',
    words: 'Another group offered',
  }),
  'substitution-decided': told({
    detail: z.strictObject({ bloodGroup: ShelfGroup, isAccepted: z.boolean() }),
    quote: ({ bloodGroup, isAccepted }) =>
      bloodGroup && `${shelfGroupName(bloodGroup)}: ${isAccepted ? 'yes' : 'no'}`,
    title: 'another group',
    words: 'Another group decided',
  }),
  /** `isLater`: the delivery had left, and its driver has to come back for them. */
  'bags-issued': told({
    detail: z.strictObject({
      slip: z.string(),
      seq: z.number(),
      bags: z.array(z.string()),
      isEmergency: z.literal(true).optional(),
      isLater: z.literal(true).optional(),
      ...onPaper,
    }),
    quote: ({ slip, seq, bags, isEmergency, isLater }) =>
      slip &&
      [
        `Delivery ${seq}, slip ${slip}: ${bags.join(', ')}`,
        ...(isEmergency ? ['not cross-matched'] : []),
        ...(isLater ? ['packed after it had left, to be fetched'] : []),
      ].join(', '),
    title: 'packed',
    words: 'Packed',
  }),
  /** They left with a slip and do not go to its patient any more; what was called back says so itself. */
  'bags-set-aside': told({
    detail: z.strictObject({
      slip: z.string(),
      seq: z.number(),
      bags: z.array(z.string()),
      because: z.enum(['new-bag', 'other-bank']),
    }),
    quote: ({ slip, seq, bags, because }) =>
      slip && `Delivery ${seq}, slip ${slip}: ${bags.join(', ')}; ${asideText[because]}`,
    title: 'set aside',
    words: 'Bags set aside',
  }),
  /** By the hospital; `wrong` has those that did not come as they were issued. */
  'bags-received': told({
    detail: z.strictObject({ slip: z.string(), bags: z.array(z.string()), wrong: z.array(z.string()) }),
    quote: ({ slip, bags, wrong }) =>
      slip &&
      `Slip ${slip}: ${bags.join(', ')}${wrong?.length ? `; not as issued: ${wrong.join(', ')}` : ''}`,
    title: 'bags received',
    words: 'Bags received',
  }),
  /**
   * Of a bag that left in an emergency, that was proved wrong after it left, or whose paper was entered after that. `bank`: who
   * issued it; `isCarried`: it is incompatible, and a driver has it or is to fetch it.
   */
  'owed-result-came': told({
    detail: z.strictObject({
      bag: z.string(),
      bank: z.string().optional(),
      result: CrossmatchResult,
      isCarried: z.literal(true).optional(),
    }),
    quote: ({ bag, result }) => bag && `${bag}: ${result}`,
    title: 'result',
    words: 'Result recorded',
  }),

  /** Of a bag that left, and whose donation turned out reactive since. `bank`: who issued it. */
  'bag-recalled': told({
    detail: z.strictObject({ bag: z.string(), bank: z.string(), isCarried: z.literal(true).optional() }),
    quote: ({ bag }) => bag && `${bag}: a later test of its donation is reactive`,
    title: 'called back',
    words: 'Bag called back',
  }),

  /** That left before the group was corrected. `bank`: who issued them; `isCarried`: a driver has them, or is to fetch them. */
  'bags-misfit': told({
    detail: z.strictObject({
      slip: z.string(),
      bank: z.string(),
      bags: z.array(z.string()),
      isCarried: z.literal(true).optional(),
    }),
    quote: ({ slip, bags }) => slip && `Slip ${slip}: ${bags.join(', ')}`,
    title: 'does not fit',
    words: 'Bags do not fit any more',
  }),

  /** A delivery left with bags that nobody is to hand over as they are. `bank`: who issued them. */
  'bags-halted': told({
    detail: z.strictObject({
      seq: z.number(),
      bank: z.string(),
      ended: z.array(z.string()),
      inDoubt: z.array(z.string()),
    }),
    quote: ({ seq, ended, inDoubt }) =>
      ended &&
      [
        `Delivery ${seq}`,
        ...(ended.length > 0 ? [`past their end: ${ended.join(', ')}`] : []),
        ...(inDoubt.length > 0 ? [`their sample is in doubt: ${inDoubt.join(', ')}`] : []),
      ].join('; '),
    title: 'not to be given',
    words: 'Left with bags that are not to be given',
  }),

  'sample-received': kept(
    'sample',
    'Sample received',
    z.strictObject({ requestId: z.string(), isRight: z.boolean(), ...onPaper }),
  ),
  'sample-tested': kept('sample', 'Sample tested', z.strictObject({ requestId: z.string() })),
  'crossmatch-recorded': kept(
    'crossmatch',
    'Cross-match recorded',
    z.strictObject({
      requestId: z.string(),
      bag: z.string(),
      method: CrossmatchMethod,
      result: CrossmatchResult,
      ...onPaper,
    }),
  ),
}
