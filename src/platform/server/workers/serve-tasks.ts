import type { TaskResult } from './worker.ts'

/** What a program begun by `processWorker` does: answers each task in turn, and leaves when the server does. */
export function serveTasks<In, Out>(work: (task: In) => Promise<Out>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: In) => {
    const answer: TaskResult<Out> = await work(task).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: String(error) }),
    )
    process.send?.(answer)
  })
}
