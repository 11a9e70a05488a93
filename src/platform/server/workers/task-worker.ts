import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import { loggedError, reasonOf } from '../../shared/logged-error.ts'

/** Why a task has no result. */
export interface Failure {
  /** `thrown` by the task or its thread, or the worker `ended`, could not start, took too long, or its pool was closed. */
  kind: 'thrown' | 'ended' | 'not_started' | 'timeout' | 'closed'
  message: string
  stack?: string
  /** The signal that ended a process. */
  signal?: NodeJS.Signals | null
}

export type TaskResult<Out> = { result: Out } | { failure: Failure }

/** What a worker sends while it handles a task: any number of parts, then the result or why there is none. */
export type WorkerMessage<Out, Part> = { part: Part } | TaskResult<Out>

/** A thread or a process whose program calls `serveTasks`. */
export interface TaskWorker<In, Out, Part = never> {
  post(task: In): void
  listen(on: { onMessage(message: WorkerMessage<Out, Part>): void; onEnd(failure: Failure): void }): void
  /** Sets whether the worker keeps the server's process alive. */
  setRef(isHeld: boolean): void
  terminate(): Promise<void>
}

interface ThreadOptions<In> {
  /** Returns buffers to move instead of copy. */
  transferables?: (task: In) => ArrayBuffer[]
  /** The thread ends if its heap exceeds this. */
  heapMb?: number
}

const thrown = (error: unknown): Failure => ({ kind: 'thrown', message: reasonOf(error), stack: loggedError(error).stack })

/** Starts a thread of this process. */
export function startThread<In, Out, Part = never>(
  file: URL,
  { transferables = () => [], heapMb }: ThreadOptions<In> = {},
): TaskWorker<In, Out, Part> {
  const worker = new Worker(file, heapMb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  return {
    post: (task) => worker.postMessage(task, transferables(task)),
    listen({ onMessage, onEnd }) {
      worker.on('message', onMessage)
      worker.on('error', (error) => onEnd(thrown(error)))
      worker.on('exit', () => onEnd({ kind: 'ended', message: 'the thread ended unexpectedly' }))
    },
    setRef: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: async () => void (await worker.terminate()),
  }
}

interface ProcessOptions {
  /** V8 aborts the process if its heap exceeds this. */
  heapMb?: number
  /** File descriptors that the process inherits, from 4 on. */
  fds?: readonly number[]
  /** What the process writes to standard error is dropped. */
  isSilent?: boolean
}

/** About a third of the server's share of a busy processor: it responds first, and a result still comes before its time limit. */
const workerPriority = 5

/** ONNX Runtime otherwise sends usage data to its maker. */
const processEnv = { ORT_DISABLE_TELEMETRY: '1' }

/**
 * Starts a child process with lower priority and none of the server's environment. A crash of a native library affects only this
 * process, and its memory is freed at the end.
 */
export function startProcess<In, Out, Part = never>(
  file: URL,
  { heapMb, fds = [], isSilent = false }: ProcessOptions = {},
): TaskWorker<In, Out, Part> {
  const child = fork(file, [], {
    serialization: 'advanced',
    env: processEnv,
    execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', isSilent ? 'ignore' : 'inherit', 'ipc', ...fds],
  })
  child.once('spawn', () => {
    try {
      setPriority(child.pid ?? 0, workerPriority)
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
    listen({ onMessage, onEnd }) {
      child.on('message', (message) => onMessage(message as WorkerMessage<Out, Part>))
      child.on('error', (error) => onEnd({ ...thrown(error), kind: 'not_started' }))
      child.on('exit', (code, signal) => onEnd({ kind: 'ended', message: `the process ended unexpectedly (${signal ?? code})`, signal }))
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

/**
 * Handles the tasks of a program started by `startThread` or `startProcess`. `work` may send parts before its result. `transferables` returns
 * the result's buffers to move instead of copy; only threads can. A process exits with the server.
 */
export function serveTasks<In, Out, Part = never>(
  work: (task: In, sendPart: (part: Part) => void) => Out | Promise<Out>,
  transferables: (result: Out) => ArrayBuffer[] = () => [],
): void {
  const send = (message: WorkerMessage<Out, Part>, buffers: ArrayBuffer[] = []) =>
    parentPort ? parentPort.postMessage(message, buffers) : process.send?.(message)
  const handle = async (task: In): Promise<void> => {
    try {
      const result = await work(task, (part) => send({ part }))
      send({ result }, transferables(result))
    } catch (error) {
      send({ failure: { kind: 'thrown', message: reasonOf(error), stack: loggedError(error).stack } })
    }
  }
  if (parentPort) parentPort.on('message', handle)
  else process.on('disconnect', () => process.exit()).on('message', handle)
}
