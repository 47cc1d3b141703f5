import { afterAll } from 'vitest'
import { closeAll } from './closing.ts'

// Runs for every test file: several of them share one worker and what it has imported.
afterAll(closeAll)
