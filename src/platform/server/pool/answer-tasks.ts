import type { Answer } from './hand.ts'

/** What a program begun by `processOf` does: answers each task in turn, and leaves when the server does. */
export function answerTasks<In, Out>(work: (task: In) => Promise<Out>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: In) => {
    const answer: Answer<Out> = await work(task).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: String(error) }),
    )
    process.send?.(answer)
  })
}
