import { z } from 'zod'

const Kept = z.object({
  step: z.union([z.literal(1), z.literal(2)]).catch(1),
  values: z
    .partialRecord(
      z.enum(['name', 'address', 'primaryPhone', 'secondaryPhone', 'email']),
      z.string().max(300).catch(''),
    )
    .catch({}),
})
type Kept = z.infer<typeof Kept>
export type SignUpStep = Kept['step']

const place = 'crossmatch.sign-up'
const nothing: Kept = { step: 1, values: {} }

/** §5.7: the step and what was typed, until it is sent. A browser that keeps nothing begins anew each time. */
export function keptSignUp(): Kept {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(place) ?? 'null') ?? nothing)
  } catch {
    return nothing
  }
}

export function keepSignUp(kept: Kept): void {
  const isEmpty = kept.step === 1 && Object.values(kept.values).every((text) => text === '')
  try {
    if (isEmpty) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(kept))
  } catch {}
}

export function forgetSignUp(): void {
  try {
    localStorage.removeItem(place)
  } catch {}
}
