import { randomUUID } from 'node:crypto'
import type { LineOutcome } from '#contract/bags.ts'
import { type Bag, bagKey, isExpired } from '#domain/bags/bag.ts'
import { whyNotRelease } from '#domain/bags/donation-tests.ts'
import { type FormStand, formOf } from '#domain/bags/forms.ts'
import {
  type IntakeKnown,
  type IntakeLine,
  intakeWords,
  takeIn,
  whyNotTakeIn,
  withForms,
} from '#domain/bags/intake.ts'
import { moveBag } from '#domain/bags/moving.ts'
import type { Refusal } from '#domain/basics/refusal.ts'
import { type BagMoved, moveBags, namesOf } from '../db/bags.ts'
import type { Work } from '../db/work.ts'
import { answerOf } from '../platform/http/refuse.ts'
import { reactiveElsewhere, resultsOf, takeDonations } from './donation-store.ts'
import { formsOf } from './form-store.ts'
import { formChanged } from './forms.ts'
import {
  addBags,
  bagsNumbered,
  bagsOfForms,
  formsOfNumbers,
  type KnownBag,
  lockFormless,
  lockForms,
} from './intake-store.ts'
import { bagStore, livesOf, onShelf } from './store.ts'

type Bank = { bankId: string; person: string }
const isOf =
  ({ number, numberKind }: IntakeLine) =>
  (found: { number: string }) =>
    numberKind === 'isbt' && found.number === number

type Judged = { readonly bag: Bag | null; readonly refusal: Refusal<keyof typeof intakeWords> | null }

/** What is wrong with a line is said there, and the others are saved: in as many statements for a hundred as for one. */
export async function takeInLines(
  work: Work,
  bank: Bank,
  asked: readonly IntakeLine[],
): Promise<LineOutcome[]> {
  const { bankId } = bank
  const numbers = asked.map(({ number }) => number)
  await takeDonations(work, numbers)
  const [lives, results] = [await livesOf(work.db), await resultsOf(work, bankId, numbers)]
  const worlds = asked.filter(({ numberKind }) => numberKind === 'isbt').map(({ number }) => number)
  const elsewhere = await reactiveElsewhere(work, bankId, worlds)
  const { lines, forms, linked, formless } = await formsFor(work, bankId, asked)

  const judge = (there: readonly KnownBag[]): Judged[] =>
    lines.map((line, at) => {
      const known: IntakeKnown = {
        lives,
        ...knownOf(line, there, bankId, work.now),
        ...formKnown(line, forms),
        linked,
        formless: formless.filter(({ number }) => number === line.number),
        results: [...(results.get(line.number) ?? []), ...elsewhere.filter(isOf(line))],
      }
      const refusal = whyNotTakeIn(line, lines.slice(0, at), known, work.now)
      return { refusal, bag: refusal ? null : takeIn(line, { id: randomUUID(), bankId }, lives, work.now) }
    })

  const judged = judge(await bagsNumbered(work, numbers))
  const wished = judged.flatMap(({ bag }) => bag ?? [])
  const added = await addBags(work, wished, bank.person)
  // a twin that came in by no way that takes turns: it is there now, and the line says so
  const late = added.size < wished.length ? judge(await bagsNumbered(work, numbers)) : []
  const taken = wished.filter(({ id }) => added.has(id))
  await work.recordAll(
    taken.map((bag) => ({
      kind: 'bag-taken-in',
      subjectId: bag.id,
      to: bag.state,
      bankId,
      detail: toldOf(bag),
    })),
  )
  // of a donation that was tested before
  const clear = taken.filter(
    (bag) =>
      !whyNotRelease(bag, results.get(bag.number) ?? [], work.now, forms.get(bag.donorFormId ?? '') ?? null),
  )
  await moveBags(work, [
    ...clear.map(
      (from): BagMoved => ({
        from,
        to: moveBag(from, 'release'),
        happened: { kind: 'bag-released', detail: namesOf(from) },
      }),
    ),
    ...formless.flatMap((bag) => {
      const form = formOf(taken.filter(({ number }) => number === bag.number))
      return form === null ? [] : formChanged(bag, form)
    }),
  ])
  const saved = new Map(
    (await bagStore(work.db, bankId).byIds([...added])).map((bag) => [bag.id, bag] as const),
  )
  return judged.map(({ bag, refusal }, at) => {
    const why = bag && !added.has(bag.id) ? (late[at]?.refusal ?? null) : refusal
    return { bag: (bag && saved.get(bag.id)) ?? null, refusal: why && answerOf(intakeWords, why) }
  })
}

/** The lines with the forms of their donations, those forms, held, and the bags that get one with a line. */
async function formsFor(work: Work, bankId: string, asked: readonly IntakeLine[]) {
  const numbered = await formsOfNumbers(
    work,
    bankId,
    asked.map(({ number }) => number),
  )
  const named = [...new Set([...asked, ...numbered].flatMap(({ donorFormId }) => donorFormId ?? []))]
  const held = await lockForms(work, bankId, named)
  // of a donation whose form was erased it is known how that stood
  const others = numbered.flatMap(({ donorFormId }) => donorFormId ?? []).filter((id) => !held.has(id))
  const forms = new Map<string, FormStand>([...held, ...(await formsOf(work.db, bankId, others))])
  const lines = withForms(asked, numbered, (id) => forms.has(id))
  const linked = [...(await bagsOfForms(work, bankId, [...forms.keys()])), ...numbered]
  const withForm = lines.filter(({ donorFormId }) => donorFormId !== null)
  const formless = await lockFormless(
    work,
    bankId,
    withForm.map(({ number }) => number),
  )
  return { lines, forms, linked, formless }
}

/** The donor form stands in the bag's row alone: beside what is found in the donation, it would name the donor to all who read the trail. */
const toldOf = (bag: Bag) => ({
  ...{ ...namesOf(bag), expiresAt: bag.expiresAt.toISOString() },
  ...(bag.volumeMl !== null && { volumeMl: bag.volumeMl }),
  ...(bag.segment !== null && { segment: bag.segment }),
})

function formKnown(
  { donorFormId }: IntakeLine,
  forms: ReadonlyMap<string, FormStand>,
): Pick<IntakeKnown, 'form' | 'isFormUnknown'> {
  const form = forms.get(donorFormId ?? '') ?? null
  return { form, isFormUnknown: donorFormId !== null && !form }
}

/** What lies here and elsewhere by the number of a line. */
function knownOf(
  line: IntakeLine,
  there: readonly KnownBag[],
  bankId: string,
  now: Date,
): Pick<IntakeKnown, 'twin' | 'otherBank'> {
  const { number, component, division } = line
  const numbered = there.filter((bag) => bag.number === number)
  const own = numbered.filter((bag) => bag.bankId === bankId)
  const twin = own.find((bag) => component && bagKey(bag) === bagKey({ number, component, division }))
  const isAlive = (bag: KnownBag) => onShelf.some((state) => state === bag.state) && !isExpired(bag, now)
  // the standard's numbers are the world's; of their own two banks may well have the same
  const elsewhere =
    line.numberKind === 'isbt'
      ? numbered.find((bag) => bag.bankId !== bankId && isAlive(bag))?.bankName
      : own.find(({ fromName }) => fromName !== null)?.fromName
  return {
    twin: twin ? { since: twin.takenAt, by: twin.takenBy, place: twin.place, state: twin.state } : null,
    otherBank: elsewhere ?? null,
  }
}
