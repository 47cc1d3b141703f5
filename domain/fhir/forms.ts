/** In which form whoever asks wants to be answered: there is JSON (ruling AMB-357). */
import { no } from '../basics/refusal.ts'
import type { FhirRefusal } from './refusals.ts'

const jsonTypes = ['application/fhir+json', 'application/json', 'text/json'] as const

/** What `_format` may say; the last is the first type with a plus that nobody encoded. */
export const jsonFormats = ['json', ...jsonTypes, 'application/fhir json'] as const

/** What the address says counts more than the header. */
export function whyNotInJson(asked: {
  readonly format: unknown
  readonly accept: string | undefined
}): FhirRefusal | null {
  const { format, accept } = asked
  if (typeof format === 'string')
    return (jsonFormats as readonly string[]).includes(format) ? null : no('only-json', '_format')
  return accept === undefined || takesJson(accept) ? null : no('only-json', 'Accept')
}

type Range = { readonly type: string; readonly q: number }

/** Of the ranges that fit a type the narrowest counts. A header that names nothing asks for nothing. */
function takesJson(accept: string): boolean {
  const ranges = accept.split(',').flatMap(readRange)
  if (ranges.length === 0) return true
  return jsonTypes.some((type) => {
    const fitting = [type, `${type.split('/')[0]}/*`, '*/*'].map((name) =>
      ranges.find((range) => range.type === name),
    )
    return (fitting.find((range) => range !== undefined)?.q ?? 0) > 0
  })
}

function readRange(written: string): Range[] {
  const [type = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase())
  if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return []
  const said = parameters.find((parameter) => parameter.startsWith('q='))
  const q = said === undefined ? 1 : Number(said.slice(2))
  return [{ type, q: Number.isNaN(q) ? 1 : q }]
}
