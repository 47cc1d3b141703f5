import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** What a thread can do; data and results are copied between the threads. */
export type ThreadTasks = Readonly<Record<string, (data: never) => unknown>>

/** On Linux each thread has one of its own: from -20, the first, to 19, the last. */
export const threadPriority = 10

export type ThreadAnswer = { value: unknown } | { error: string }

/** The last line of a thread's file: it does what it is asked, one after the other. */
export function serveTasks(tasks: ThreadTasks): void {
  // calls and the database come first; elsewhere it would be that of the whole process
  if (parentPort && platform() === 'linux') setPriority(threadPriority)
  parentPort?.on('message', ({ name, data }: { name: string; data: never }) => void answer(name, data))

  async function answer(name: string, data: never): Promise<void> {
    const answered: ThreadAnswer = await Promise.resolve()
      .then(() => tasks[name]?.(data))
      .then(
        (value) => ({ value }),
        (error: Error) => ({ error: error.stack ?? String(error) }),
      )
    parentPort?.postMessage(answered)
  }
}
