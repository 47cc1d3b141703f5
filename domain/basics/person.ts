import { z } from 'zod'

export const sexes = ['Male', 'Female', 'Others'] as const
export const Sex = z.enum(sexes)
export type Sex = z.infer<typeof Sex>
