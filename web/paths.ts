import type { Actor } from '#domain/people/actor.ts'
import type { Product } from '#domain/people/roles.ts'
import type { TopicId } from '#domain/people/topics.ts'

/** Every address inside the web app is made here. */
export const paths = {
  signIn: '/',
  reset: '/reset',
  dashboard: '/dashboard',
  screen: (product: Product, topic: TopicId) => `/dashboard/${product}/${topic}`,
  driver: '/driver',
  /** Where somebody who has signed in begins (rulings AMB-32, 186). */
  home: (actor: Actor) => (actor.kind === 'driver' ? '/driver' : '/dashboard'),
}
