import { Worker } from 'node:worker_threads'

/** The disk under the database, waited for by a thread of its own, so that the server goes on answering meanwhile. */
export interface Disk {
  /**
   * Resolves when everything committed before the call is on disk. One call at a time.
   * Rejects when the system could not write it: then nobody knows what of it is there.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What the thread answers to each message. */
export interface FlushResult {
  /** Why it is not on disk. */
  failure?: string
  /** Why the log was not folded into the file; nothing is lost by that. */
  trouble?: string
}

/** The thread starts with the first flush, when the log beside `file` is there. */
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
