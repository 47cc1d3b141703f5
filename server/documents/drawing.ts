import { type Threads, threadsOf } from '../platform/tasks/threads.ts'
import type { DrawingTasks } from './drawing-thread.ts'

export type Drawing = Threads<DrawingTasks>

/** PDFs, drawn on threads of their own: one takes the processor for a third of a second. */
export const drawingThreads = (): Drawing => threadsOf(new URL('./drawing-thread.ts', import.meta.url))
