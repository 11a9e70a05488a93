import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { straceProgram } from '#tests/support/server/programs.ts'

/** Returns whether the system allows tracing another process. Throws if it might but strace is missing. */
export const canTrace = (): boolean =>
  process.platform === 'linux' && spawnSync(straceProgram(), ['-f', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0

/** Records the order in which a running process writes its log, syncs it and responds, until stopped. */
export async function trace(pid: number, file: string): Promise<() => Promise<void>> {
  const calls = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto,sendmsg'
  const strace: ChildProcess = spawn(straceProgram(), ['-f', '-y', '-s', '16', '-e', calls, '-o', file, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    strace.once('exit', (code) => reject(new Error(`strace ended with ${code}`)))
    strace.stderr?.setEncoding('utf8').on('data', (text: string) => text.includes('attached') && resolve())
  })
  return async () => {
    strace.kill('SIGINT')
    await once(strace, 'exit')
  }
}

/**
 * Reads such a record of sequential writes. Returns for each response 201 whether the log was written since the previous response, and
 * synced by
 * a call that began after that and returned before the response was sent.
 */
export function answersAfterSync(file: string): boolean[] {
  const verdicts: boolean[] = []
  const begun = new Map<string, number>()
  let lastAnswer = -1
  let lastWrite = -1
  let lastSyncBegan = -1
  for (const [at, connection] of readFileSync(file, 'utf8').split('\n').entries()) {
    const thread = connection.slice(0, connection.indexOf(' '))
    if (/ pwrite64\(\d+<[^>]*-wal>/.test(connection)) lastWrite = at
    else if (/ fdatasync\(\d+<[^>]*-wal>.*unfinished/.test(connection)) begun.set(thread, at)
    else if (/ fdatasync\(\d+<[^>]*-wal>\)\s*= 0/.test(connection)) lastSyncBegan = at
    else if (/<\.\.\. fdatasync resumed>\)\s*= 0/.test(connection)) lastSyncBegan = begun.get(thread) ?? -1
    else if (/ (write|writev|sendto|sendmsg)\(.*HTTP\/1\.1 201/.test(connection)) {
      verdicts.push(lastWrite > lastAnswer && lastSyncBegan > lastWrite)
      lastAnswer = at
    }
  }
  return verdicts
}
