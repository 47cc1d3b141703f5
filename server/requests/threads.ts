/*
 * What is told of an order where only the newest word holds (rulings AMB-277, AMB-290, AMB-302): by message and on the
 * page.
 */

/** What the hospital decided. */
export const decisionOf = (id: string): string => `decision ${id}`
/** Whose it is to carry. */
export const carryingOf = (id: string): string => `carrying ${id}`
/** Who has it. */
export const takingOf = (id: string): string => `taking ${id}`
/** Whether it is there. */
export const arrivalOf = (id: string): string => `arrival ${id}`
/** Whether it is a bank's to supply. */
export const supplyOf = (id: string): string => `supply ${id}`
/** That somebody has to decide; on the page alone. */
export const waitingOf = (id: string): string => `waiting ${id}`
/** How many its bank gives, and by when. */
export const answerOf = (id: string): string => `answer ${id}`
/** Whether its sample will do. */
export const sampleOf = (id: string): string => `sample ${id}`
/** Another group that its bank offers. */
export const offerOf = (id: string): string => `offer ${id}`
