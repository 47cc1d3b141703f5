import { useClock } from '../ui/use-clock.ts'

/** The time, looked at again now and then: for what is said as "34 min ago". */
export const useNow = (everyMs = 15_000): Date => useClock(everyMs)
