import type { Product } from '../people/roles.ts'

/** Where a push leads whoever presses it: to the row it tells of, on the screen that they have for it. */
export function pushPath(as: Product | 'driver', requestId: string | undefined): string {
  if (as === 'driver') return requestId === undefined ? '/driver' : `/driver/${requestId}`
  return requestId === undefined ? '/dashboard' : `/dashboard/${as}/${screens[as]}?search=${requestId}`
}

const screens: Record<Product, string> = {
  admin: 'status',
  pilot: 'requestStatus',
  plus: 'requestStatus',
  bloodbank: 'history',
}
