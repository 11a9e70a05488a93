/** All measurements of the server, one after another: `node bench/all.ts`. Each stands for itself, so one that fails does not stop the others. */
import { spawnSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'

const names = process.argv.length > 2 ? process.argv.slice(2) : ['start', 'list', 'add', 'slow-disk', 'growth', 'live']
console.log(
  `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the beginning`,
)
let failed = 0
for (const name of names) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit', timeout: 600_000 })
  if (status !== 0) {
    console.error(`\n${name} ended with ${status}`)
    failed++
  }
}
console.log(`\nload ${loadavg()[0]?.toFixed(1)} at the end`)
process.exitCode = failed === 0 ? 0 : 1
