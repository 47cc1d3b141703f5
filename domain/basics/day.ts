import { z } from 'zod'

/** A calendar day in India, as `2026-11-15`; of years that people mean and every database knows. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01', 'Please choose a later day')
