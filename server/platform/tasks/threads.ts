import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { fairQueue } from './fair-queue.ts'
import type { ThreadAnswer, ThreadTasks } from './thread-tasks.ts'

/** So many wait already that the next would wait too long, or there are no threads any more. */
export class TooBusy extends Error {}
/** It was given up for its time: on a machine with less to do the same may well be done. */
export class TookTooLong extends Error {}

type Limits = {
  /** At once, each a processor's work. */
  threads: number
  /** Beyond those that are being done. */
  waiting: number
  /** What takes longer hangs. From the first word to a thread, which may have to start. */
  longestMs: number
  /** After so long without work a thread ends and gives its memory back. */
  restMs: number
  memoryMb: number
}

const usual: Limits = {
  // on all processors: they stand back for whoever answers calls (`threadPriority`)
  threads: Math.min(2, availableParallelism()),
  waiting: 60,
  longestMs: 20_000,
  restMs: 60_000,
  memoryMb: 256,
}

export type Threads<Tasks extends ThreadTasks> = {
  /**
   * Rejects if the task throws, hangs or takes its thread with it; others go on. `whose`: who is served in turn with
   * others, such as an organisation.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    data: Parameters<Tasks[Name]>[0],
    whose: string,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>
  close(): Promise<void>
}

type Job = { name: string; data: unknown; done(value: unknown): void; failed(error: Error): void }

/**
 * For work that takes the processor, which on the main thread would stop every call. `entry` is a file that ends in
 * `serveTasks(...)`. Threads start with the first task and rest after the last.
 */
export function threadsOf<Tasks extends ThreadTasks>(
  entry: string | URL,
  changed: Partial<Limits> = {},
): Threads<Tasks> {
  const limits = { ...usual, ...changed }
  const waiting = fairQueue<Job>(limits.waiting)
  const resting: Thread[] = []
  const open = new Set<Thread>()
  let isClosed = false

  type Thread = ReturnType<typeof startThread>

  function startThread() {
    const worker = new Worker(entry, {
      // what a test runner or a debugger told this process is not for them
      execArgv: [],
      // nor are its secrets; and libraries check themselves less
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    })
    let job: Job | null = null
    let why = new Error('the thread ended')
    let timer: NodeJS.Timeout | undefined
    const end = (error: Error) => {
      why = error
      void worker.terminate()
    }
    worker.on('error', (error: Error) => {
      why = error
    })
    worker.on('message', (answer: ThreadAnswer) => {
      const asked = take()
      if ('error' in answer) asked?.failed(new Error(answer.error))
      else asked?.done(answer.value)
      next(thread)
    })
    worker.once('exit', () => {
      open.delete(thread)
      leaveRest()
      take()?.failed(why)
      next(null)
    })

    function take(): Job | null {
      clearTimeout(timer)
      const asked = job
      job = null
      return asked
    }

    function leaveRest(): void {
      const at = resting.indexOf(thread)
      if (at !== -1) resting.splice(at, 1)
    }

    const thread = {
      begin(asked: Job) {
        clearTimeout(timer)
        job = asked
        worker.ref()
        timer = setTimeout(
          () => end(new TookTooLong(`${asked.name} took longer than ${limits.longestMs} ms`)),
          limits.longestMs,
        )
        try {
          worker.postMessage({ name: asked.name, data: asked.data })
        } catch (error) {
          take()?.failed(error as Error)
          next(thread)
        }
      },
      rest() {
        resting.push(thread)
        // nobody waits for it, so it does not keep the process
        worker.unref()
        timer = setTimeout(() => {
          leaveRest()
          void worker.terminate()
        }, limits.restMs).unref()
      },
      end: () => worker.terminate(),
    }
    open.add(thread)
    return thread
  }

  /** Gives the thread the next that waits, or lets it rest; without one, starts one if something waits. */
  function next(free: Thread | null): void {
    const job = waiting.next()
    if (job) (free ?? startThread()).begin(job)
    else free?.rest()
  }

  return {
    run: (name, data, whose) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new TooBusy('the threads are closed')
        const job: Job = { name, data, done: (value) => resolve(value as never), failed: reject }
        const rested = resting.pop()
        if (rested) return rested.begin(job)
        if (open.size < limits.threads) return startThread().begin(job)
        waiting.add(whose, job)?.failed(new TooBusy(`${limits.waiting} wait, most of them for the same`))
      }),

    async close() {
      isClosed = true
      for (const job of waiting.empty()) job.failed(new TooBusy('the threads are closed'))
      await Promise.all([...open].map((thread) => thread.end()))
    },
  }
}
