import type { fates, NoteBag } from '#contract/fates.ts'
import type { InputOf } from '#contract/route.ts'
import type { DiscardReason } from '#domain/bags/moving.ts'
import { instantOf } from '#domain/basics/time.ts'
import type { Fate, Found } from '#domain/fates/fate.ts'

/** Null: now. */
export type When = { day: string; time: string } | null

/** A bag that is not here yet is left out of what is said. */
export type Came = Found | 'later'
export type ReceiptDraft = { came: Readonly<Record<string, Came>>; note: string; when: When }

const bagIdsIn = ({ came }: ReceiptDraft, bags: readonly { id: string }[]): string[] =>
  bags.map(({ id }) => id).filter((id) => (came[id] ?? 'as-issued') !== 'later')

/** Where the server's words of a bag belong: it counts those that it was told of. */
export const fieldOfBag = (draft: ReceiptDraft, bags: readonly { id: string }[], id: string): string =>
  `bags.${bagIdsIn(draft, bags).indexOf(id)}`

/** The note is of those that did not come as they left. */
export function receiptOf(
  slip: string,
  bags: readonly { id: string }[],
  draft: ReceiptDraft,
): InputOf<typeof fates.receive> {
  return {
    slip,
    ...(draft.when && { receivedAt: instantOf(draft.when.day, draft.when.time) }),
    bags: bagIdsIn(draft, bags).map((bagId) => {
      const said = draft.came[bagId] ?? 'as-issued'
      const found = said === 'later' ? 'as-issued' : said
      return { bagId, found, note: found === 'as-issued' ? '' : draft.note }
    }),
  }
}

export type FateDraft = {
  fate: Fate | null
  patientId: string
  reason: DiscardReason | null
  note: string
  when: When
}

/** Only what belongs to that fate; nothing while none is chosen. */
export function fateOf(
  { id: bagId, setAside }: Pick<NoteBag, 'id' | 'setAside'>,
  { fate, patientId, reason, note, when }: FateDraft,
): InputOf<typeof fates.tell> | null {
  if (fate === null) return null
  return {
    ...{ bagId, fate },
    ...(when && { at: instantOf(when.day, when.time) }),
    ...(fate === 'transfused' && patientId.trim() !== '' && { patientId: patientId.trim() }),
    ...((fate !== 'transfused' || setAside) && { note }),
    ...(fate === 'discarded' && { reason }),
  }
}

/** A time that was begun is whole. */
export const isWholeWhen = (when: When): boolean => when === null || (when.day !== '' && when.time !== '')
