import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Returns the user and system CPU time of a process in milliseconds. Linux only; NaN elsewhere. */
export function cpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Returns the resident memory of a process in MB. Linux only; NaN elsewhere. */
export function residentMb(pid: number): number {
  try {
    const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(pages) / 1024
  } catch {
    return Number.NaN
  }
}

/** Returns the number of open files of a process, and how many are sockets. Linux only; NaN elsewhere. */
export function openFiles(pid: number): { all: number; sockets: number } {
  const folder = `/proc/${pid}/fd`
  try {
    const names = readdirSync(folder)
    const isSocket = (name: string) => {
      try {
        return readlinkSync(join(folder, name)).startsWith('socket:')
      } catch {
        return false
      }
    }
    return { all: names.length, sockets: names.filter(isSocket).length }
  } catch {
    return { all: Number.NaN, sockets: Number.NaN }
  }
}

export interface BareServer {
  readonly port: number
  readonly pid: number
  stop(): void
}

/** Starts `bench/bare.ts` on a copy of a data folder whose server is stopped. */
export async function startBare(dataFolder: string, household: string, env: Record<string, string> = {}): Promise<BareServer> {
  const copy = mkdtempSync(join(tmpdir(), 'larder-bench-bare-'))
  cpSync(dataFolder, copy, { recursive: true })
  const child: ChildProcess = spawn(process.execPath, ['bench/bare.ts', copy, household], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => {
    child.kill('SIGKILL')
    rmSync(copy, { recursive: true, force: true })
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const found = /bare (\d+)/.exec(text)?.[1]
      if (found) resolve(Number(found))
    })
  })
  return { port, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') }
}
