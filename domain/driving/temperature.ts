import { z } from 'zod'
import { ComponentCode } from '../basics/blood.ts'

/** °C, to a tenth: what a thermometer in a box can show. */
export const Temperature = z.number().min(-100).max(60).multipleOf(0.1)

/** In which a component travels, and around it what the bank has to judge. Null: without an end on that side. */
export const TemperatureBand = z.object({
  component: ComponentCode,
  low: z.number().nullable(),
  high: z.number(),
  askLow: z.number().nullable(),
  askHigh: z.number(),
})
export type TemperatureBand = z.infer<typeof TemperatureBand>

const temperatureVerdicts = ['within', 'ask', 'never'] as const
export const TemperatureVerdict = z.enum(temperatureVerdicts)
export type TemperatureVerdict = z.infer<typeof TemperatureVerdict>

/** Bank and provider are told of it. */
export const isDoubtful = (verdict: TemperatureVerdict | null): boolean =>
  verdict !== null && verdict !== 'within'

/** A word for the driver, who decides nothing: within limits, ask the bank, do not use. */
export function judge(celsius: number, band: TemperatureBand): TemperatureVerdict {
  if (isWithin(celsius, band.low, band.high)) return 'within'
  return isWithin(celsius, band.askLow, band.askHigh) ? 'ask' : 'never'
}

/** As far outside as that on the same side, or less; without a band nobody knows the sides. */
export function isNoWorse(celsius: number, than: number, band: TemperatureBand | undefined): boolean {
  if (celsius === than || !band) return celsius === than
  const { low, high } = band
  return than > high ? celsius > high && celsius < than : low !== null && celsius < low && celsius > than
}

/** What was measured of a delivery and was not within limits: its bank is asked, or it is not used. */
export const TemperatureDoubt = z.object({
  temperature: z.number(),
  verdict: z.enum(['ask', 'never']),
})
export type TemperatureDoubt = z.infer<typeof TemperatureDoubt>

/** The worst of what was measured, of two alike the later: blood that was once too warm stays so. */
export function worstOf(measured: readonly TemperatureDoubt[]): TemperatureDoubt | null {
  const last = measured.findLast(({ verdict }) => verdict === 'never') ?? measured.at(-1)
  return last ? { temperature: last.temperature, verdict: last.verdict } : null
}

const isWithin = (celsius: number, low: number | null, high: number): boolean =>
  (low === null || celsius >= low) && celsius <= high
