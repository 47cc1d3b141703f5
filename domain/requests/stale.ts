import { no } from '../basics/refusal.ts'
import type { BloodRequest } from './request.ts'
import { statusText } from './showing.ts'
import type { RequestRefusal } from './words.ts'

/** The button was pressed on an older version of the row. */
export const whyStale = (
  request: Pick<BloodRequest, 'version' | 'status' | 'bankId'>,
  seen: number,
): RequestRefusal | null =>
  request.version === seen ? null : no('changed-meanwhile', undefined, { status: statusText(request) })
