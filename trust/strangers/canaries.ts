/** A hospital, its bank and its driver, who have nothing to do with the others. */
export const circles = [
  { mark: 'A', hospital: 'firm', staff: 'firm_pilot', admin: 'firm', bank: 'redbank', driver: 'arun.driver' },
  {
    mark: 'B',
    hospital: 'noble',
    staff: 'noble_pilot',
    admin: 'noble',
    bank: 'bluebank',
    driver: 'meena.driver',
  },
  {
    mark: 'C',
    hospital: 'lotus',
    staff: 'lotus.nurse',
    admin: 'lotus.chief',
    bank: 'greenbank',
    driver: 'john.driver',
  },
] as const
export type Circle = (typeof circles)[number]

/** What stands in every text of a circle: in patients' names and IDs, in donors' forms, and in all the rest. */
const canaryKinds = ['Name', 'Patient', 'Donor', 'Text'] as const
type CanaryKind = (typeof canaryKinds)[number]
export const canary = ({ mark }: Circle, kind: CanaryKind): string => `Cnry${mark}${kind}`
const canaries = /cnry([abc])(name|patient|donor|text)/gi

/** Of an organisation or of nobody; a program with a key is of its organisation too. */
export type Reader = { who: 'hospital' | 'bank' | 'driver' | 'provider' | 'nobody'; circle: Circle | null }

/** Where a bank has the names of the patients of its own orders (ruling AMB-218). */
const onTheBench = /^(matching|registers|slips)\./
/** Where it has their IDs: on paper beside the initials as well (ruling AMB-341). */
const withIds = /^(matching|registers|slips|downtime)\./
/** What is told of deeds names no patient and no donor to anybody. */
const ofTheTrail = /^(audit\.|sheets\.audit$|hooks\.|accounts\.history$)/

/** Whether this reader may not find that canary in that answer. */
function isStray({ who, circle }: Reader, mark: string, kind: Lowercase<CanaryKind>, route: string): boolean {
  if (who === 'nobody') return true
  if (kind !== 'text' && ofTheTrail.test(route)) return true
  if (kind === 'donor') return who !== 'bank' || circle?.mark !== mark
  // nobody stands in the provider's pack (ruling AMB-341)
  if (who === 'provider') return route.startsWith('downtime.')
  if (circle?.mark !== mark) return true
  if (who === 'hospital') return false
  // by FHIR a bank has nothing of the patient, not even the reason (ruling AMB-329)
  if (who === 'bank' && route.startsWith('fhir.')) return true
  if (kind === 'name') return who !== 'bank' || !onTheBench.test(route)
  return kind === 'patient' && who === 'bank' && !withIds.test(route)
}

export const straysIn = (reader: Reader, text: string, route: string): string[] =>
  [...text.matchAll(canaries)]
    .filter(([, mark = '', kind = '']) =>
      isStray(reader, mark.toUpperCase(), kind.toLowerCase() as Lowercase<CanaryKind>, route),
    )
    .map(([found]) => found)

/** In what no patient and no donor may stand, whosever it is. */
export const personsIn = (text: string): string[] => text.match(/cnry[abc](name|patient|donor)/gi) ?? []
export const namesIn = (text: string): string[] => text.match(/cnry[abc](name|donor)/gi) ?? []
/** Whose texts are there, by their mark. */
export const textsIn = (text: string): string[] =>
  [...text.matchAll(/cnry([abc])text/gi)].map(([, mark = '']) => mark.toUpperCase())
export const anyIn = (text: string): string[] => text.match(canaries) ?? []
