import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchBuild } from './api/build.ts'
import { queryClient } from './api/queries.ts'
import { router } from './routes.tsx'
import './ui/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')

watchBuild()
// a part of a build that is no longer served: the page is loaded anew, but not again and again
addEventListener('vite:preloadError', () => {
  const reloadedAt = Number(sessionStorage.getItem('reloaded-at'))
  if (Date.now() - reloadedAt < 60_000) return
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  location.reload()
})
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
