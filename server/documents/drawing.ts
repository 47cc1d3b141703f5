import { extname, join } from 'node:path'
import { type Threads, threadsOf } from '../platform/tasks/threads.ts'
import type { DrawingTasks } from './drawing-thread.ts'

export type Drawing = Threads<DrawingTasks>

/** PDFs, drawn on threads of their own: one takes the processor for a third of a second. */
export const drawingThreads = (): Drawing =>
  threadsOf(join(import.meta.dirname, `drawing-thread${extname(import.meta.filename)}`))
