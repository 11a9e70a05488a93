import { serveTasks } from '../workers/serve-tasks.ts'
import { type BackupOptions, backUp, errorSentences } from './make-backup.ts'

/** Creates a backup in a thread, because reading and compressing everything would block other requests. Returns why it failed, or null. */
serveTasks((options: BackupOptions): Promise<string | null> => backUp(options).then(() => null, errorSentences))
