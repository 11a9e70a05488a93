/**
 * Preloaded into a measured server with `--require`: on SIGUSR2, collects garbage and prints the memory that remains as a line
 * `memory {…}`.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void

process.on('SIGUSR2', () => {
  collect({ type: 'major', flavor: 'last-resort' })
  // A second time after finalizers have run; then pages go back to the system.
  setTimeout(() => {
    collect({ type: 'major', flavor: 'last-resort' })
    setTimeout(() => console.log(`memory ${JSON.stringify(process.memoryUsage())}`), 1000)
  }, 1000)
})
