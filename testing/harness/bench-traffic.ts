import { bags } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { dayOf } from '#domain/basics/time.ts'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import { unitsPerDelivery } from '#domain/requests/delivering.ts'
import { clearTests } from '../makers/bags.ts'
import { anIssue, aTube } from '../makers/benches.ts'
import { aLine } from '../makers/shelves.ts'
import type { Person, Stubborn } from './stubborn.ts'

/** A bag that was taken in, and what was told of it since, act by act. */
export type KnownBag = { id: string; number: string; bankId: string; events: string[] }
export type KnownIssue = { slip: string; bags: string[] }

/** What a bench was told. */
export type BenchWitness = {
  bags: KnownBag[]
  /** By their ids. */
  tubes: string[]
  matches: string[]
  issues: KnownIssue[]
}
export const nothingAtBench = (): BenchWitness => ({ bags: [], tubes: [], matches: [], issues: [] })

/** An order that is linked to a bank which keeps bags, and what is told of the order itself. */
type AtBench = {
  readonly order: { readonly id: string; readonly units: number }
  readonly place: { readonly bench: Person; readonly shelfId: string; readonly staff: Person }
  /** Or the driver does: that bags left. */
  readonly isBankTelling: boolean
  note(event: string): void
  stepped(step: DeliveryStep): void
  drive(seq: number, step: DeliveryStep): Promise<void>
}

/** To the end of the order: bags are taken in, tested, held, cross-matched, issued for each delivery, and received. */
export async function walkBench(
  { ask }: Pick<Stubborn, 'ask'>,
  witness: BenchWitness,
  { order, place, isBankTelling, ...telling }: AtBench,
): Promise<void> {
  const { bench, shelfId, staff } = place
  const { id } = order
  const own = await takeIn()
  await test(own)
  const tube = await ask(bench, matching.receiveSample, aTube(id, new Date(), tubeOfDraft))
  witness.tubes.push(tube.sample.id)
  telling.stepped('cross matching')
  for (const bag of own) {
    await ask(bench, matching.hold, { id, bagId: bag.id })
    bag.events.push('bag-held')
    const match = await ask(bench, matching.recordMatch, {
      ...{ id, bagId: bag.id, method: 'gel', result: 'compatible' },
    })
    witness.matches.push(match.id)
  }
  for (let seq = 1; own.length > 0; seq++) await deliver(seq, own.splice(0, unitsPerDelivery))

  async function takeIn(): Promise<KnownBag[]> {
    const lines = Array.from({ length: order.units }, () => aLine({ collectedOn: dayOf(new Date()) }))
    const { outcomes } = await ask(bench, bags.takeIn, { lines })
    const taken = outcomes.map(({ bag, refusal }): KnownBag => {
      if (!bag) throw new Error(`a bag for ${id} was not taken in: ${refusal?.code}`)
      return { id: bag.id, number: bag.number, bankId: shelfId, events: ['bag-taken-in'] }
    })
    witness.bags.push(...taken)
    return taken
  }

  async function test(taken: readonly KnownBag[]): Promise<void> {
    const donations = taken.map(({ number }) => ({ number, results: clearTests('O+') }))
    const { outcomes } = await ask(bench, bags.recordTests, { donations })
    const clear = outcomes.filter(({ released }) => released.length === 1)
    if (clear.length < taken.length) throw new Error(`${clear.length} of ${taken.length} bags are clear`)
    for (const bag of taken) bag.events.push('bag-released')
  }

  async function deliver(seq: number, part: readonly KnownBag[]): Promise<void> {
    const { slip } = await ask(bench, matching.issue, anIssue(id, part, { seq }))
    witness.issues.push({ slip, bags: part.map((bag) => bag.id) })
    for (const bag of part) bag.events.push('bag-issued')
    telling.note('bags-issued')
    if (isBankTelling) {
      await ask(bench, matching.handOver, { id, seq, temperature: 4.5 })
      telling.stepped('issued')
    } else await telling.drive(seq, 'issued')
    await telling.drive(seq, 'delivered')
    const received = part.map((bag) => ({ bagId: bag.id, found: 'as-issued' as const }))
    await ask(staff, fates.receive, { slip, bags: received })
    for (const bag of part) bag.events.push('bag-received')
    telling.note('bags-received')
  }
}

/** The patient of `aDraft`. */
const tubeOfDraft = { labelName: 'Lakshmi Narayanan', labelPatientId: 'UH-20417' }
