/** Counted up with everything that is drawn otherwise: those that were kept before are then drawn anew. */
export const certificateDesign = 3
