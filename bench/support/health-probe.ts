/**
 * Requests `/api/health` on one connection, 5 ms after each response. Prints the longest wait in ms on SIGTERM. A separate process, so
 * that
 * no other work delays it.
 */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const url = `${process.argv[2]}/api/health`
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longest = 0
let isFirst = true
const ask = () =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent }, (answer) => answer.resume().once('end', resolve).once('error', reject)).once('error', reject)
  })
process.once('SIGTERM', () => {
  process.stdout.write(`${longest}\n`, () => process.exit())
})
for (;;) {
  const began = performance.now()
  await ask()
  // The first request opens the connection.
  if (isFirst) console.log('ready')
  else longest = Math.max(longest, performance.now() - began)
  isFirst = false
  await pause(5)
}
