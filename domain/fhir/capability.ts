import { followingTypes } from './following.ts'
import { canonical } from './systems.ts'

type Parameter = { name: string; type: 'token' | 'date' | 'reference' | 'string'; documentation: string }

const ofRequests: Parameter[] = [
  {
    name: 'identifier',
    type: 'token',
    documentation: 'Your own number, or ours, as system|value; several with commas between.',
  },
  { name: 'status', type: 'token', documentation: 'One or several, with commas between.' },
  {
    name: '_lastUpdated',
    type: 'date',
    documentation: 'Instants with their zone; eq, ge, gt, le and lt; at most two.',
  },
]

/** What is understood here; the same for everybody who asks. */
export const capabilityOf = (base: string, version: string) => ({
  resourceType: 'CapabilityStatement' as const,
  id: 'crossmatch',
  url: `${canonical}/CapabilityStatement/crossmatch`,
  version,
  name: 'Crossmatch',
  title: 'Blood ordering for hospitals and blood banks',
  status: 'active' as const,
  date: '2026-11-17',
  kind: 'instance' as const,
  implementation: { description: 'Crossmatch', url: base },
  fhirVersion: '4.0.1' as const,
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server' as const,
      documentation:
        'Orders are raised, followed, amended and withdrawn by the rules of the screens. A reading blood bank is not told the patient.',
      security: {
        description: 'A session, or a key of an organisation as a Bearer token.',
      },
      resource: [
        {
          type: 'ServiceRequest',
          documentation:
            'Created with an identifier of your own: the same one again answers with the first order. Changed with If-Match: amended while it is a draft, or revoked while no blood bank has taken it.',
          interaction: ['read', 'create', 'update', 'search-type'].map((code) => ({ code })),
          versioning: 'versioned-update' as const,
          readHistory: false,
          updateCreate: false,
          conditionalCreate: false,
          searchParam: ofRequests,
        },
        ...followingTypes.map((type) => ({
          type,
          interaction: ['read', 'search-type'].map((code) => ({ code })),
          versioning: 'versioned' as const,
          readHistory: false,
          searchParam: [
            {
              name: 'based-on',
              type: 'reference' as const,
              documentation: 'Of which ServiceRequest; has to be given.',
            },
          ],
        })),
      ],
    },
  ],
})
