import { fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { type Plan, Unreadable } from '../../rules/plan.ts'
import type { ReadPart, ReadTask } from './read-process.ts'

const program = new URL('./read-process.ts', import.meta.url)

/** Has a file read by a process that is begun for it and ended behind it, at the latest after `mostMs`. */
export function ask(task: ReadTask, signal: AbortSignal, mostMs: number): Promise<Plan> {
  return new Promise((resolve, reject) => {
    const child = fork(program, [], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const rows: Plan['rows'] = []
    const end = (finish: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      child.kill('SIGKILL')
      finish()
    }
    const giveUp = () => end(() => reject(new Unreadable('damaged')))
    const timer = setTimeout(giveUp, mostMs)
    signal.addEventListener('abort', giveUp, { once: true })
    child.once('spawn', () => {
      try {
        setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
      } catch {
        // Some systems forbid it; then it runs as the server does.
      }
    })
    // Only the program named above writes here.
    child.on('message', (message) => {
      const part = message as ReadPart
      if ('rows' in part) rows.push(...part.rows)
      else if ('plan' in part) end(() => resolve({ ...part.plan, rows }))
      else end(() => reject(new Unreadable(part.code)))
    })
    child.on('error', giveUp)
    child.on('exit', giveUp)
    child.send(task, () => undefined)
  })
}
