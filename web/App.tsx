import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Actor } from '#domain/people/actor.ts'
import { queryClient } from './api/queries.ts'
import { beginSession } from './api/session.ts'
import { router } from './routes.tsx'

/** Everything behind the sign-in page, and the other pages that have an address. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
)

/** For somebody who signed in before any of this was loaded, or was found to be signed in: then Back leads past it. */
export function beginAs(actor: Actor, path: string, how: 'push' | 'replace'): void {
  beginSession(actor)
  router.history[how](path)
}

export function preloadDashboard(): void {
  // if this fails, it is loaded on navigation
  router.loadRouteChunk(router.routesById['/dashboard'])?.catch(() => undefined)
}
