import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { accessSync, constants, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

const runnable = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const foldersIn = (parent: string) => {
  try {
    return readdirSync(parent).map((name) => join(parent, name))
  } catch {
    return []
  }
}

const version = (folder: string) => Number(/\/(\d+)\/bin$/.exec(folder)?.[1] ?? 0)

/** Returns Debian's folders of PostgreSQL's server programs, which aren't on the PATH, newest first. */
const postgresFolders = () =>
  ['/usr/lib/postgresql', '/usr/local', '/opt/homebrew/opt']
    .flatMap((parent) => foldersIn(parent).filter((folder) => parent === '/usr/lib/postgresql' || /postgres|pgsql/.test(folder)))
    .map((folder) => join(folder, 'bin'))
    .sort((a, b) => version(b) - version(a))

const onPath = () => (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')

const findIn = (folders: string[], names: string[]) => {
  for (const name of names) for (const folder of folders) if (runnable(join(folder, name))) return { folder, file: join(folder, name) }
  return undefined
}

/** Installs a package as root on Debian. Returns false where that isn't possible. */
function installed(aptPackage: string): boolean {
  if (process.getuid?.() !== 0 || findIn(onPath(), ['apt-get']) === undefined) return false
  process.stderr.write(`Installing ${aptPackage} with apt-get …\n`)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  return apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', aptPackage)
}

/** Returns the folder of `initdb` and `postgres`; installs them where possible. Throws a readable sentence if there are none. */
export function postgresPrograms(): string {
  const look = () =>
    [...postgresFolders(), ...onPath()].find((folder) => runnable(join(folder, 'initdb')) && runnable(join(folder, 'postgres')))
  const found = look() ?? (installed('postgresql') ? look() : undefined)
  if (found === undefined)
    throw new Error('The tests need a PostgreSQL server (initdb and postgres). Install it, on Debian: apt-get install postgresql')
  return found
}

/**
 * Returns the browser for journeys: `LARDER_CHROMIUM`, or a headless shell where there is one, which takes a quarter less CPU time. Throws
 * a readable sentence if there is none.
 */
export function chromiumProgram(): string {
  const named = process.env['LARDER_CHROMIUM']
  if (named !== undefined) return named
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
  const look = () => findIn(['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', ...onPath()], names)?.file
  const found = look() ?? (installed('chromium-headless-shell') || installed('chromium') ? look() : undefined)
  if (found === undefined) throw new Error('The journeys need Chromium or Chrome. Install it, on Debian: apt-get install chromium')
  return found
}

/** Returns the path of strace; installs it where possible. Throws a readable sentence if there is none. */
export function straceProgram(): string {
  const look = () => findIn(['/usr/bin', '/usr/local/bin', ...onPath()], ['strace'])?.file
  const found = look() ?? (installed('strace') ? look() : undefined)
  if (found === undefined)
    throw new Error('The tests of what happens when the power fails need strace. Install it, on Debian: apt-get install strace')
  return found
}

// Below the ports of outgoing connections, which could take the port of a server that is to restart on it.
const [first, end] = [15_000, 32_000]
const tries = 50

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Returns an unused loopback port. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < tries; i++) {
    const port = randomInt(first, end)
    if (await isFree(port)) return port
  }
  throw new Error(`no port between ${first} and ${end} is free`)
}
