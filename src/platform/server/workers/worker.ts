import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** A worker's response to one task. */
export type TaskResult<Out> = { result: Out } | { failure: string }

/** A worker of a pool: a thread or a process. */
export interface PoolWorker<In, Out> {
  post(task: In): void
  /** `onEnd` receives why the worker ended. */
  listen(on: { onResult(result: TaskResult<Out>): void; onEnd(reason: string): void }): void
  /** Sets whether the worker keeps the server's process alive. */
  setRef(isHeld: boolean): void
  terminate(): Promise<void>
}

/** A thread of this process. `transferables` returns buffers to move instead of copy. The thread ends if its heap exceeds `heapMb`. */
export const threadWorker =
  <In, Out>(file: URL, transferables: (task: In) => ArrayBuffer[], heapMb?: number) =>
  (): PoolWorker<In, Out> => {
    const worker = new Worker(file, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    return {
      post: (task) => worker.postMessage(task, transferables(task)),
      listen({ onResult, onEnd }) {
        worker.on('message', onResult)
        worker.on('error', (error) => onEnd(String(error)))
        worker.on('exit', () => onEnd('the thread ended unexpectedly'))
      },
      setRef: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      terminate: async () => void (await worker.terminate()),
    }
  }

/**
 * A child process with lower priority and an empty environment. A crash of a native library affects only this process, and its memory is
 * freed at the end.
 */
export const processWorker =
  <In, Out>(file: URL) =>
  (): PoolWorker<In, Out> => {
    const child: ChildProcess = fork(file, [], {
      serialization: 'advanced',
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // Some systems forbid it.
      }
    })
    let hasEnded = false
    const ended = new Promise<void>((done) => {
      const finish = () => {
        hasEnded = true
        done()
      }
      child.once('exit', finish)
      child.once('error', finish)
    })
    return {
      // An ended child emits `exit` or `error`.
      post: (task) => void child.send(task as object, () => undefined),
      listen({ onResult, onEnd }) {
        child.on('message', (message) => onResult(message as TaskResult<Out>))
        child.on('error', (error) => onEnd(String(error)))
        child.on('exit', (code, signal) => onEnd(`the process ended unexpectedly (${signal ?? code})`))
      },
      setRef(isHeld) {
        for (const handle of [child, child.channel]) isHeld ? handle?.ref() : handle?.unref()
      },
      async terminate() {
        // Keeps this process alive until the child has ended.
        child.ref()
        if (!hasEnded) child.kill('SIGKILL')
        await ended
      },
    }
  }

/** Handles the tasks of a program started by `processWorker`. Exits with the server. */
export function serveTasks<In, Out>(work: (task: In) => Promise<Out>): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (task: In) => {
    const result: TaskResult<Out> = await work(task).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: String(error) }),
    )
    process.send?.(result)
  })
}
