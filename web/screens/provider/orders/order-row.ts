import type { Order } from '#contract/orders.ts'

/** What a row opens: a popup over the list, or the form beside it. */
export type OpenPopup = Record<'details' | 'timestamps' | 'link', (id: string) => void>

/** Where the row tells whose order it is. */
export const patientAt = ({ id }: Pick<Order, 'id'>): string => `patient-${id}`
