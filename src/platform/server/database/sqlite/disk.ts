import { Worker } from 'node:worker_threads'

/** Syncs the database in a thread, so that the server keeps responding. */
export interface Disk {
  /**
   * Resolves when everything committed before the call is on disk. One call at a time. Rejects if the sync failed; then the state of the
   * disk is unknown.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface FlushResult {
  /** Why the data aren't on disk. */
  failure?: string
  /** Why the checkpoint failed; no data are lost. */
  trouble?: string
}

/** The thread starts with the first flush, when the WAL exists. */
export function openDisk(file: string, log: (message: string) => void): Disk {
  let worker: Worker | undefined
  let waiting: PromiseWithResolvers<void> | undefined

  function begin(): Worker {
    const started = new Worker(new URL('./disk-worker.ts', import.meta.url), { workerData: file })
    started.on('message', ({ failure, trouble }: FlushResult) => {
      if (trouble !== undefined) log(trouble)
      settle(failure === undefined ? undefined : new Error(failure))
    })
    started.on('error', (error) => settle(error))
    started.on('exit', () => settle(new Error('the thread that waits for the disk ended by itself')))
    return started
  }

  function settle(error?: unknown): void {
    const settled = waiting
    waiting = undefined
    worker?.unref()
    if (error === undefined) settled?.resolve()
    else settled?.reject(error)
  }

  return {
    flush() {
      worker ??= begin()
      worker.ref()
      waiting = Promise.withResolvers()
      worker.postMessage(null)
      return waiting.promise
    },
    async close() {
      await worker?.terminate()
    },
  }
}
