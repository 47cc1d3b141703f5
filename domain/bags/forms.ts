/** What the donor form that a bag came in by says against it, then and later (rulings AMB-352 and AMB-365). */
import { type BloodGroup, groupName } from '../basics/blood.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import type { FormStatus } from '../donors/consenting.ts'
import type { Bag, BagState } from './bag.ts'
import { shelfGroupName } from './kinds.ts'

export type FormStand = {
  readonly status: FormStatus
  /** What the bank found, and until then what the donor said; null once the form was erased. */
  readonly bloodGroup: BloodGroup | null
  /** It was erased, and its group was another than that of a bag of its donation (ruling AMB-395). */
  readonly differed?: boolean
}

export const formWords = {
  'donor-form-differs': {
    title: 'Group Differs',
    text: 'The donor form of this donation says {form}, the label {label}.',
  },
  'donor-form-differed': {
    title: 'Group Differed',
    text: 'The donor form of this donation was erased, and its group was another than that of a label. Please name the right form, or none.',
  },
  'donor-form-rejected': {
    title: 'Donor Rejected',
    text: 'The donor of this form was rejected. No bag is used by it.',
  },
} satisfies Record<string, Wording>

/** Asked when it comes in by the form, before it leaves quarantine, and before it goes to another bank, which cannot see the form. */
export function whyNotByForm(
  { bloodGroup: label }: Pick<Bag, 'bloodGroup'>,
  form: FormStand | null,
): Refusal<keyof typeof formWords> | null {
  if (form?.status === 'rejected') return no('donor-form-rejected', 'donorFormId')
  if (form?.differed) return no('donor-form-differed', 'donorFormId')
  if (!form?.bloodGroup || form.bloodGroup === label) return null
  return no('donor-form-differs', 'bloodGroup', {
    form: groupName(form.bloodGroup),
    label: shelfGroupName(label),
  })
}

export const formBagWords = {
  'form-has-bags': {
    title: 'Bags Came In By This Form',
    text: 'Bags that came in by this form: {bags}. Those that lie here go back to quarantine and stay there; what has left is not called back by this.',
    conflict: true,
  },
} satisfies Record<string, Wording>

/** That of a donation, whichever of its bags named it (ruling AMB-394). */
export const formOf = (donation: readonly Pick<Bag, 'donorFormId'>[]): string | null =>
  donation.find(({ donorFormId }) => donorFormId !== null)?.donorFormId ?? null

const over: readonly BagState[] = ['discarded', 'expired']
export const isOver = ({ state }: Pick<Bag, 'state'>): boolean => over.includes(state)

const toPutBack: readonly BagState[] = ['available', 'held']

/** Bags of a donation that a change of its form speaks against, and did not before; and those of them that leave the shelf. */
export function bagsAgainst(
  bags: readonly Bag[],
  before: FormStand,
  after: FormStand,
): { concerned: Bag[]; toPutBack: Bag[] } {
  const concerned = bags.filter(
    (bag) => !isOver(bag) && whyNotByForm(bag, after) && !whyNotByForm(bag, before),
  )
  return { concerned, toPutBack: concerned.filter(({ state }) => toPutBack.includes(state)) }
}

/** What stays of a form that is erased, beside how it ended: that its group spoke against a bag which is not over. */
export const differsFrom = (bags: readonly Bag[], form: FormStand): boolean =>
  bags.some((bag) => !isOver(bag) && whyNotByForm(bag, form)?.code === 'donor-form-differs')

/** Asked about once: whoever has seen them says so. */
export const whyNotDecide = (
  concerned: readonly Bag[],
  haveSeen: boolean,
): Refusal<keyof typeof formBagWords> | null =>
  concerned.length === 0 || haveSeen
    ? null
    : no('form-has-bags', undefined, {
        bags: concerned.map(({ number, component, state }) => `${number} ${component} (${state})`).join(', '),
      })
