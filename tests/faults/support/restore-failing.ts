/** Runs `scripts/restore.ts` with its rename or sync number LARDER_TEST_FAIL_AT failing. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const failAt = Number(process.env['LARDER_TEST_FAIL_AT'])
const { renameSync, fsyncSync } = fs
let count = 0
const due = () => {
  if (++count === failAt) throw new Error('The disk says no.')
}
fs.renameSync = (from, to) => {
  due()
  renameSync(from, to)
}
fs.fsyncSync = (handle) => {
  due()
  fsyncSync(handle)
}
syncBuiltinESMExports()
await import('../../../scripts/restore.ts')
