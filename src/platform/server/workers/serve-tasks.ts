import { parentPort } from 'node:worker_threads'
import { loggedError, reasonOf } from '../../shared/logged-error.ts'
import type { WorkerMessage } from './worker.ts'

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
