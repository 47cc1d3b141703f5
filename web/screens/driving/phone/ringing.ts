import { ringingHere } from '../../../parts/ringing.ts'
import { ringingCalls } from './calls.ts'

/** The worker that keeps the page rings too. */
export const ringing = ringingHere({ script: '/driver-worker.js', scope: '/driver' }, ringingCalls)
