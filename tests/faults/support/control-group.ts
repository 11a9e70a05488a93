import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A Linux control group that limits the memory and CPU of a server and its children. */
export interface ControlGroup {
  /** Environment of the server to run in it. */
  readonly env: Record<string, string>
  /** Returns how many of its processes were killed for memory. */
  killed(): number
  /** Removes the group, once it's empty. */
  remove(): void
}

const root = '/sys/fs/cgroup'
const mb = 1024 * 1024
const periodUs = 100_000

/** Returns null where control groups aren't available: not root, not Linux, or a container without them. */
export function createControlGroup(megabytes: number, processors: number): ControlGroup | null {
  const name = `larder-test-${process.pid}`
  const quota = String(processors * periodUs)
  const isFirstKind = existsSync(join(root, 'memory/memory.limit_in_bytes'))
  const folders = isFirstKind ? [join(root, 'memory', name), join(root, 'cpu', name)] : [join(root, name)]
  const limits: [file: string, limit: string][] = isFirstKind
    ? [
        [`memory/${name}/memory.limit_in_bytes`, String(megabytes * mb)],
        [`cpu/${name}/cpu.cfs_quota_us`, quota],
      ]
    : [
        [`${name}/memory.max`, String(megabytes * mb)],
        [`${name}/cpu.max`, `${quota} ${periodUs}`],
      ]
  const remove = () => {
    for (const folder of folders) if (existsSync(folder)) rmdirSync(folder)
  }
  try {
    for (const folder of folders) mkdirSync(folder)
    for (const [file, limit] of limits) writeFileSync(join(root, file), limit)
  } catch {
    remove()
    return null
  }
  const events = join(root, isFirstKind ? `memory/${name}/memory.oom_control` : `${name}/memory.events`)
  return {
    env: {
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'join-control-group.cjs')}`,
      LARDER_TEST_BOX: folders.map((folder) => join(folder, 'cgroup.procs')).join(':'),
    },
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1]),
    remove,
  }
}
