import { BagAttribute } from '#domain/bags/kinds.ts'
import { bloodGroups, componentCodes } from '#domain/basics/blood.ts'
import { refusalCodes } from '#domain/fhir/refusals.ts'
import { canonical, extensions, moreExtensions, numbers, systems } from '#domain/fhir/systems.ts'
import { asideText } from '#domain/matching/setting-aside.ts'
import { orderTypes, requestStatuses } from '#domain/requests/request.ts'

/** The codes of those of our systems that somebody else sends or has to understand. */
const codes: readonly (readonly [string, readonly string[]])[] = [
  [systems.component, componentCodes],
  [systems.bloodGroup, bloodGroups],
  [systems.orderType, orderTypes],
  [systems.need, BagAttribute.options],
  [systems.status, requestStatuses],
  [systems.abo, ['A', 'B', 'AB', 'O', 'Oh']],
  [systems.rh, ['positive', 'negative']],
  [systems.setAside, Object.keys(asideText)],
  [systems.refusal, refusalCodes],
]

const bare = (name: string): string => `<code>${name.replace(`${canonical}/`, '')}</code>`

/** Names of ours that FHIR does not know, for whoever has nothing but this page. */
export function fhirNames(): string {
  const all = [...Object.values(extensions), ...Object.values(moreExtensions)]
  const own = all.filter((name) => name.startsWith(canonical))
  return `<p>Names of ours begin with <code>${canonical}/</code>, on every installation. Codes:</p>
<ul>${codes.map(([system, of]) => `<li>${bare(system)}: ${of.map((code) => `<code>${code}</code>`).join(' ')}</li>`).join('')}</ul>
<p>Extensions: ${own.map(bare).join(' ')}. Systems of numbers: ${Object.values(numbers).map(bare).join(' ')}.</p>`
}
