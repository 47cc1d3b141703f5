import { type RingingWorker, ringOnPush } from './push-events.ts'

// Of the dashboard: installed when somebody has a browser rung, and there for that alone. It keeps no file and no call.
ringOnPush(globalThis as unknown as RingingWorker, '/dashboard', location.origin)
