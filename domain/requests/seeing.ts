import { no } from '../basics/refusal.ts'
import type { BloodRequest } from './request.ts'
import type { RequestRefusal } from './words.ts'

/** The button was pressed on an older picture of the row. */
export const whyNotSeen = (
  { version, status }: Pick<BloodRequest, 'version' | 'status'>,
  seen: number,
): RequestRefusal | null => (version === seen ? null : no('changed-meanwhile', undefined, { status }))
