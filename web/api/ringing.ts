import { browsers } from '#contract/browsers.ts'
import { ringingHere } from '../parts/ringing.ts'
import { call } from './client.ts'

/** Whether this browser rings for whoever is in the dashboard. */
export const ringing = ringingHere(
  { script: '/dashboard-worker.js', scope: '/dashboard' },
  {
    list: () => call(browsers.list, {}),
    ring: (draft) => call(browsers.ring, draft),
    remove: (id) => call(browsers.remove, { id }),
  },
)
