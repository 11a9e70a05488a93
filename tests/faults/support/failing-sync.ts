/** Preloaded into a server, makes the sync of its database fail while the file LARDER_TEST_SYNC_FAILS exists. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const sign = String(process.env.LARDER_TEST_SYNC_FAILS)
const { fdatasyncSync } = fs

if (!isMainThread) {
  fs.fdatasyncSync = (file) => {
    if (fs.existsSync(sign)) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
    fdatasyncSync(file)
  }
  syncBuiltinESMExports()
}
