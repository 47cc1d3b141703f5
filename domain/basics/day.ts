import { z } from 'zod'

/** A calendar day in India, as `2026-11-15`; of years that people mean and every database knows. */
export const Day = z.iso.date().refine((day) => day >= '1900-01-01', 'Please choose a later day')

/** An instant as somebody tells it: of years that the database and the trail can write. */
export const Moment = z.coerce
  .date()
  .min(new Date('1900-01-01T00:00:00Z'), 'Please choose a later time')
  .max(new Date('9998-12-31T23:59:59Z'), 'Please choose an earlier time')
