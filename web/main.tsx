import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadForLostParts, watchBuild } from './api/build.ts'
import { queryClient } from './api/queries.ts'
import { endOldDrafts } from './api/sealed-draft.ts'
import { router } from './routes.tsx'
import './ui/frame/base.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no root')

watchBuild()
endOldDrafts()
reloadForLostParts()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
