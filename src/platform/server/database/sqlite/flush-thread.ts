import { type Failure, startThread, type TaskWorker } from '../../workers/task-worker.ts'

/** Syncs the database in a thread, so that the server keeps responding. */
export interface FlushThread {
  /**
   * Resolves when everything committed before the call is on disk. One call at a time. Rejects if the sync failed; then the state of the
   * disk is unknown.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The thread starts with the first flush, when the WAL exists. */
export function openFlushThread(file: string, log: (message: string) => void): FlushThread {
  let worker: TaskWorker<string, string | null> | undefined
  let waiting: PromiseWithResolvers<void> | undefined

  function begin(): TaskWorker<string, string | null> {
    const started = startThread<string, string | null>(new URL('./flush-worker.ts', import.meta.url))
    started.listen({
      onMessage(message) {
        if ('failure' in message) return settle(message.failure)
        if ('result' in message && message.result !== null) log(message.result)
        settle()
      },
      onEnd: settle,
    })
    return started
  }

  function settle(failure?: Failure): void {
    const settled = waiting
    waiting = undefined
    worker?.setRef(false)
    if (failure) settled?.reject(new Error(failure.message))
    else settled?.resolve()
  }

  return {
    flush() {
      worker ??= begin()
      worker.setRef(true)
      waiting = Promise.withResolvers()
      worker.post(file)
      return waiting.promise
    },
    async close() {
      await worker?.terminate()
    },
  }
}
