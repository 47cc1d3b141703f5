import type { Actor } from '#domain/people/actor.ts'
import type { Product } from '#domain/people/roles.ts'
import type { ScreenId } from './menu.ts'

const screen = (product: Product, id: ScreenId) => `/dashboard/${product}/${id}`

/** Every address inside the web app is made here. */
export const paths = {
  signIn: '/',
  reset: '/reset',
  confirm: '/confirm',
  join: '/join',
  email: '/email',
  signUp: (bank: string) => `/signup/${bank}`,
  dashboard: '/dashboard',
  /** Everybody's own account, beside the screens. */
  account: '/dashboard/account',
  screen,
  /** One request of the Live Status screen (§2.2). */
  live: (product: Product, id: string) => `${screen(product, 'liveStatus')}/${id}`,
  /** One order on the bench. */
  bench: (id: string) => `${screen('bloodbank', 'bench')}/${id}`,
  driver: '/driver',
  driverAccount: '/driver/account',
  /** Where somebody who has signed in begins (rulings AMB-32, 186). */
  home: (actor: Actor) => (actor.kind === 'driver' ? '/driver' : '/dashboard'),
}
