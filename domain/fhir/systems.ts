import type { MoreForBank } from '../matching/needs.ts'

/**
 * Under it stand all names that are ours. A name, not a place: it is the same on every installation, so that what is
 * sent to one can be sent to another (decision 81).
 */
export const canonical = 'https://crossmatch.example/fhir'

/** Code systems of ours: their codes are the words that the screens and tables have. */
export const systems = {
  component: `${canonical}/CodeSystem/component`,
  bloodGroup: `${canonical}/CodeSystem/blood-group`,
  abo: `${canonical}/CodeSystem/abo`,
  rh: `${canonical}/CodeSystem/rh`,
  orderType: `${canonical}/CodeSystem/order-type`,
  need: `${canonical}/CodeSystem/need`,
  status: `${canonical}/CodeSystem/request-status`,
  setAside: `${canonical}/CodeSystem/set-aside`,
  refusal: `${canonical}/CodeSystem/refusal`,
} as const

/** Systems of numbers. */
export const numbers = {
  request: `${canonical}/sid/request`,
  organisation: `${canonical}/sid/organisation`,
  bag: `${canonical}/sid/bag`,
  /** Of one part of a divided bag: number and part, with a blank between. */
  part: `${canonical}/sid/bag-part`,
  slip: `${canonical}/sid/slip`,
  /** Of a hospital: its name follows. */
  patient: `${canonical}/sid/patient`,
} as const

/** India's health number of a person, by the names under which it is sent. */
export const abhaSystems = ['https://healthid.abdm.gov.in', 'https://healthid.ndhm.gov.in'] as const

export const others = {
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  loinc: 'http://loinc.org',
  observationCategory: 'http://terminology.hl7.org/CodeSystem/observation-category',
  ucum: 'http://unitsofmeasure.org',
} as const

const ours = (name: string) => `${canonical}/StructureDefinition/${name}` as const

export const extensions = {
  age: ours('patient-age'),
  bombay: ours('patient-bombay'),
  gender: ours('patient-gender'),
  request: ours('request'),
  bloodGroup: ours('blood-group'),
  slip: ours('slip'),
  setAside: ours('set-aside'),
  replacedBy: ours('replaced-by'),
  statusReason: 'http://hl7.org/fhir/StructureDefinition/request-statusReason',
  absent: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
  expires: 'http://hl7.org/fhir/5.0/StructureDefinition/extension-BiologicallyDerivedProduct.expirationDate',
  dispense: 'http://hl7.org/fhir/5.0/StructureDefinition/extension-BiologicallyDerivedProductDispense.status',
} as const

/** What is told the bank beyond the form (ruling AMB-222); what the patient needs is a code, and stands in orderDetail. */
export const moreExtensions: Readonly<Record<Exclude<keyof MoreForBank, 'needs'>, string>> = {
  needsNote: ours('needs-note'),
  ward: ours('ward'),
  bed: ours('bed'),
  doctor: ours('doctor'),
  diagnosis: ours('diagnosis'),
  transfusedBefore: ours('transfused-before'),
}
