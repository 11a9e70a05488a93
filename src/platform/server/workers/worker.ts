import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What a worker answers to one task. */
export type TaskResult<Out> = { result: Out } | { failure: string }

/** One worker as the pool sees it. */
export interface PoolWorker<In, Out> {
  post(task: In): void
  listen(on: { answer(answer: TaskResult<Out>): void; terminate(why: string): void }): void
  /** Whether the server stays alive for its sake. */
  setRef(isHeld: boolean): void
  terminate(): Promise<void>
}

/**
 * A thread of this process. `handOver`: buffers that are moved to it rather than copied. `heapMb`: it ends when its objects need more, and
 * takes nothing else along.
 */
export const threadWorker =
  <In, Out>(file: URL, transferables: (task: In) => ArrayBuffer[], heapMb?: number) =>
  (): PoolWorker<In, Out> => {
    const worker = new Worker(file, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    return {
      post: (task) => worker.postMessage(task, transferables(task)),
      listen({ answer, terminate }) {
        worker.on('message', answer)
        worker.on('error', (error) => terminate(String(error)))
        worker.on('exit', () => terminate('the thread ended by itself'))
      },
      setRef: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
      terminate: async () => void (await worker.terminate()),
    }
  }

/**
 * A process of its own, below the server's priority: a native library that fails or is ended amid its work takes only itself along,
 * and all its memory goes back. It is given nothing of the server's environment.
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
        // Some systems forbid it; then it runs as the server does.
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
      // A child that is gone has said so, or will.
      post: (task) => void child.send(task as object, () => undefined),
      listen({ answer, terminate }) {
        // Only the program named by `file` writes here.
        child.on('message', (message) => answer(message as TaskResult<Out>))
        child.on('error', (error) => terminate(String(error)))
        child.on('exit', (code, signal) => terminate(`the process ended by itself (${signal ?? code})`))
      },
      setRef(isHeld) {
        for (const handle of [child, child.channel]) isHeld ? handle?.ref() : handle?.unref()
      },
      async terminate() {
        // Held once more, or a process with nothing else to do would leave before this one has gone.
        child.ref()
        if (!hasEnded) child.kill('SIGKILL')
        await ended
      },
    }
  }
