import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { UploadedFile } from '#platform/server/endpoints/uploads.ts'
import { type Plan, Unreadable } from '../../rules/plan.ts'
import type { ReadPart, ReadTask } from './read-process.ts'

/** V8 aborts at its memory limit, and the system kills when out of memory. SIGTERM may reach the child before the server. */
const codeOfSignal: Partial<Record<NodeJS.Signals, Unreadable['code']>> = {
  SIGABRT: 'too_large',
  SIGTRAP: 'too_large',
  SIGKILL: 'too_large',
  SIGTERM: 'interrupted',
  SIGINT: 'interrupted',
  SIGHUP: 'interrupted',
}

const program = new URL('./read-process.ts', import.meta.url)

export interface Limits {
  /** The process is killed after this time. */
  killMs: number
  memoryMb: number
}

/** Reads a file in a child process started for it. Throws `Unreadable`. */
export function readInProcess(
  file: Uint8Array | UploadedFile,
  task: ReadTask,
  signal: AbortSignal,
  { killMs, memoryMb }: Limits,
): Promise<Plan> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [], {
      serialization: 'advanced',
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`],
      // The child reads an uploaded file by its inherited descriptor, so the server never loads it.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', ...('fd' in file ? [file.fd] : [])],
    })
    const rows: Plan['rows'] = []
    const end = (finish: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      child.kill('SIGKILL')
      finish()
    }
    const giveUp = (code: Unreadable['code']) => end(() => reject(new Unreadable(code)))
    const interrupt = () => giveUp('interrupted')
    const timer = setTimeout(() => giveUp('too_slow'), killMs)
    signal.addEventListener('abort', interrupt, { once: true })
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // Some systems forbid it.
      }
    })
    child.on('message', (message) => {
      const part = message as ReadPart
      if ('rows' in part) rows.push(...part.rows)
      else if ('plan' in part) end(() => resolve({ ...part.plan, rows }))
      else giveUp(part.code)
    })
    // The process couldn't start.
    child.on('error', interrupt)
    child.on('exit', (_code, exitSignal) => giveUp(exitSignal === null ? 'damaged' : (codeOfSignal[exitSignal] ?? 'damaged')))
    child.send('fd' in file ? task : { ...task, bytes: file }, () => undefined)
  })
}
