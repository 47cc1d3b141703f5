import { z } from 'zod'
import type { Suggestion } from '#contract/named-calls.ts'
import { readShort } from '../http/short-answer.ts'
import { gazetteer } from './gazetteer.ts'

export type FindPlaces = (address: string) => Promise<Suggestion[]>

const keptMs = 600_000
const mostKept = 500

/** From the list of our own, or from Google if there is a key. A service that is dead means no suggestions (ruling AMB-155). */
export function placesOf(
  google: { url: string; key: string } | null,
  log: (line: object, text: string) => void,
): FindPlaces {
  const find = kept(google ? placesByGoogle(google) : gazetteer())
  return async (address) => {
    const asked = address.trim().replace(/\s+/g, ' ')
    if (asked.length < 2) return []
    return find(asked).catch((error: Error) => {
      log({ error: error.message }, 'the address look-up does not answer')
      return []
    })
  }
}

/** Remembers answers for a while, the latest some hundreds of them; failures are not remembered. */
export function kept(find: FindPlaces, now: () => number = Date.now): FindPlaces {
  const answers = new Map<string, { until: number; found: Suggestion[] }>()
  return async (address) => {
    const before = answers.get(address)
    if (before && before.until > now()) return before.found
    const found = await find(address)
    answers.delete(address)
    answers.set(address, { until: now() + keptMs, found })
    const [oldest] = answers.keys()
    if (answers.size > mostKept && oldest !== undefined) answers.delete(oldest)
    return found
  }
}

const Predictions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({ placeId: z.string().max(500), text: z.object({ text: z.string().max(500) }) })
          .optional(),
      }),
    )
    .max(50)
    .default([]),
})

/** Places API (New), Autocomplete. The key goes in a header, where no log of addresses has it. */
export function placesByGoogle({ url, key }: { url: string; key: string }, timeoutMs = 2_000): FindPlaces {
  const endpoint = `${url.replace(/\/$/, '')}/v1/places:autocomplete`
  const fields = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'
  return async (input) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields },
      body: JSON.stringify({ input, regionCode: 'in', languageCode: 'en' }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    const { suggestions } = Predictions.parse(await readShort(response))
    return suggestions.flatMap(({ placePrediction: place }) =>
      place ? [{ description: place.text.text, place_id: place.placeId }] : [],
    )
  }
}
