import type { Wording } from '#domain/basics/refusal.ts'
import { instantOf } from '#domain/basics/time.ts'
import { type RaiseDraft, raise } from '#domain/requests/raising.ts'
import type { BloodRequest } from '#domain/requests/request.ts'

/** A time on the day of the request that the rules are tried on. */
export const at = (time: string): Date => instantOf('2026-11-15', time)

/** What nothing speaks against on that day. */
export const rightDraft: RaiseDraft = {
  patientName: 'Asha Rao',
  age: 42,
  patientId: 'UH-1',
  sex: 'Female',
  bloodGroup: 'A+',
  component: 'PRBC',
  units: 2,
  orderType: 'immediate',
  pickupAt: at('12:00'),
  deadlineAt: at('15:00'),
  reservationHours: null,
  reason: 'Surgery',
}

/** A request as it is raised, for a rule that needs a whole one. */
export const raisedRequest = (change: Partial<RaiseDraft> = {}, now = at('09:00')): BloodRequest =>
  raise({ ...rightDraft, ...change }, { id: '0123abcd', hospitalId: 'firm', now })

/** What is nobody's mistake: somebody else was faster. */
export const conflictsIn = (words: Readonly<Record<string, Wording>>): string[] =>
  Object.keys(words).filter((code) => words[code]?.conflict)
