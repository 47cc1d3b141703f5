import type { Product } from '#domain/people/roles.ts'
import type { TopicId } from '#domain/people/topics.ts'

/** Every address inside the web app is made here. */
export const paths = {
  signIn: '/',
  reset: '/reset',
  dashboard: '/dashboard',
  screen: (product: Product, topic: TopicId) => `/dashboard/${product}/${topic}`,
  driver: '/driver',
}
