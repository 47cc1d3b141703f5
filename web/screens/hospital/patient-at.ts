import type { OwnRequest } from '#contract/requests.ts'

/** Where the row tells whose request it is: every row's buttons have the same names. */
export const patientAt = ({ id }: Pick<OwnRequest, 'id'>): string => `patient-${id}`
