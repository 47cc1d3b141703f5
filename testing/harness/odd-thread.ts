import { getPriority } from 'node:os'
import { serveTasks } from '#server/platform/tasks/thread-tasks.ts'

/** What a thread may do to whoever asked it. */
const tasks = {
  priority: (): number => getPriority(),
  twice: (number: number): number => number * 2,
  fail: (): never => {
    throw new Error('drawn wrongly')
  },
  hang: (): never => {
    for (;;);
  },
  die: (): never => process.exit(3),
}

export type OddTasks = typeof tasks

serveTasks(tasks)
