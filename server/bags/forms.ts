import type { ShelfBag } from '#contract/bags.ts'
import type { Bag } from '#domain/bags/bag.ts'
import { bagsAgainst, differsFrom, type FormStand, formBagWords, whyNotDecide } from '#domain/bags/forms.ts'
import { intakeWords, whyNotMendForm } from '#domain/bags/intake.ts'
import { moveBag, movingWords, whyNotOverBag } from '#domain/bags/moving.ts'
import { type BagMoved, moveBags, namesOf, openHoldsOf } from '../db/bags.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { lockDonations, takeDonations } from './donation-store.ts'
import { bagsOfForms, lockBagsOfForm, lockForms } from './intake-store.ts'
import { bagStore } from './store.ts'

type Form = { readonly id: string; readonly bankId: string }
type Change = { readonly before: FormStand; readonly after: FormStand; readonly haveSeen: boolean }

/**
 * Whoever decides on a form, and holds it, asks here first. Bags of its donation that may not be used by it any more go back
 * to quarantine, whoever they are held for (rulings AMB-365 and AMB-394).
 */
export async function settleBagsOfForm(
  work: Work,
  { id, bankId }: Form,
  { before, after, haveSeen }: Change,
): Promise<void> {
  const { concerned, toPutBack } = bagsAgainst(await lockBagsOfForm(work, bankId, id), before, after)
  refuse(formBagWords, whyNotDecide(concerned, haveSeen))
  const holds = await openHoldsOf(work, toPutBack)
  await moveBags(
    work,
    toPutBack.map((from): BagMoved => {
      const requestId = holds.get(from.id)?.requestId ?? null
      const detail = { ...namesOf(from), requestId }
      // the patient gets another one
      const happened = { kind: 'bag-put-back' as const, detail }
      return { from, to: moveBag(from, 'put-back'), happened, letGo: 'swapped' }
    }),
  )
}

/** A form that was named wrongly: another, or none, for every bag of the donation at once. */
export async function mendForm(
  work: Work,
  bankId: string,
  { id, version, donorFormId }: { id: string; version: number; donorFormId: string | null },
): Promise<ShelfBag> {
  const store = bagStore(work.db, bankId)
  const [looked] = await store.byIds([id])
  if (!looked) throw notFound()
  const { number } = looked
  await takeDonations(work, [number])
  const named = donorFormId === null ? [] : [donorFormId]
  const forms = await lockForms(work, bankId, named)
  const form = forms.get(donorFormId ?? '') ?? null
  const own = (await lockDonations(work, [number])).filter((bag) => bag.bankId === bankId)
  const bag = own.find((one) => one.id === id)
  if (!bag) throw notFound()
  refuse(movingWords, whyNotOverBag(bag, version))
  const donation = bag.fromBankId === null ? own.filter(({ fromBankId }) => fromBankId === null) : [bag]
  refuse(
    intakeWords,
    whyNotMendForm(donation, donorFormId, {
      form,
      isFormUnknown: donorFormId !== null && !form,
      linked: await bagsOfForms(work, bankId, named),
    }),
  )
  await moveBags(
    work,
    donation.filter((one) => one.donorFormId !== donorFormId).map((one) => formChanged(one, donorFormId)),
  )
  const [saved] = await store.byIds([id])
  if (!saved) throw notFound()
  return saved
}

/** Which one is not told: beside what is found in the donation it would name the donor. */
export function formChanged(from: Bag, donorFormId: string | null): BagMoved {
  const to = { ...from, donorFormId, version: from.version + 1 }
  const what = donorFormId === null ? 'cleared' : from.donorFormId === null ? 'given' : 'another'
  return { from, to, happened: { kind: 'bag-form-changed', detail: { ...namesOf(from), form: what } } }
}

/** Of a form that is being erased: whether its group is another than that of a bag (ruling AMB-395). */
export async function formDiffers(work: Work, { id, bankId }: Form): Promise<boolean> {
  const form = (await lockForms(work, bankId, [id])).get(id)
  return form !== undefined && differsFrom(await lockBagsOfForm(work, bankId, id), form)
}

/** What was made of the blood, and found in it: whom it was for, and who tested it, is not the donor's. */
export async function donationsOf(db: Db, { id, bankId }: Form) {
  const store = bagStore(db, bankId)
  const linked = await bagsOfForms({ db }, bankId, [id])
  return Promise.all(
    linked.map(async ({ number }) => ({
      number,
      bags: (await store.ofDonation(number)).map(
        ({ component, division, bloodGroup, volumeMl, collectedOn, state }) => ({
          ...{ component, division, bloodGroup, volumeMl, collectedOn, state },
        }),
      ),
      results: (await store.results(number)).map(({ test, result, testedAt }) => ({
        test,
        result,
        testedAt,
      })),
    })),
  )
}
