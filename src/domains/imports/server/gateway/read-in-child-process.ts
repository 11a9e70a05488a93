import type { UploadedFile } from '#platform/server/endpoints/uploads.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { type Failure, startProcess } from '#platform/server/workers/task-worker.ts'
import { type ImportPlan, UnreadableFileError } from '../../rules/import-plan.ts'
import type { ReadResult, ReadTask } from './file-reader-worker.ts'

/** V8 aborts at its memory limit, and the system kills when out of memory. SIGTERM may reach the child before the server. */
const codeOfSignal: Partial<Record<NodeJS.Signals, UnreadableFileError['code']>> = {
  SIGABRT: 'too_large',
  SIGTRAP: 'too_large',
  SIGKILL: 'too_large',
  SIGTERM: 'interrupted',
  SIGINT: 'interrupted',
  SIGHUP: 'interrupted',
}

const codeOfFailure: Record<Failure['kind'], UnreadableFileError['code']> = {
  thrown: 'damaged',
  ended: 'damaged',
  not_started: 'interrupted',
  timeout: 'too_slow',
  closed: 'interrupted',
}

const program = new URL('./file-reader-worker.ts', import.meta.url)
const maxWaiting = 7

export interface ReaderProcessLimits {
  /** The process is killed after this time. */
  killMs: number
  memoryMb: number
}

interface ReaderProcesses {
  /** Throws `UnreadableFileError`, and the result of `refuse` if too many files wait. */
  read(file: Uint8Array | UploadedFile, task: ReadTask): Promise<ImportPlan>
  close(): Promise<void>
}

/** Reads one file at a time, each in a child process started for it. */
export function openReaderProcesses({ killMs, memoryMb }: ReaderProcessLimits, refuse: () => Error): ReaderProcesses {
  const pool = startPool<ReadTask & { fd?: number }, ReadResult, ImportPlan['rows']>(
    // The child reads an uploaded file by its inherited descriptor, so the server never loads it.
    ({ fd }) => startProcess(program, { heapMb: memoryMb, fds: fd === undefined ? [] : [fd], isSilent: true }),
    { maxWorkers: 1, maxWaiting, idleMs: 0, graceMs: 0, refuse },
  )
  return {
    async read(file, task) {
      const rows: ImportPlan['rows'] = []
      const outcome = await pool.run({ ...task, ...('fd' in file ? { fd: file.fd } : { bytes: file }) }, killMs, (part) =>
        rows.push(...part),
      )
      if ('failure' in outcome) {
        const { kind, signal } = outcome.failure
        throw new UnreadableFileError((signal && codeOfSignal[signal]) ?? codeOfFailure[kind])
      }
      if ('code' in outcome.result) throw new UnreadableFileError(outcome.result.code)
      return { ...outcome.result.plan, rows }
    },
    close: () => pool.close(),
  }
}
