import { serveTasks } from '../workers/task-worker.ts'
import { type BackupOptions, backUpDatabase, errorMessages } from './back-up-database.ts'

/** Creates a backup in a thread, because reading and compressing everything would block other requests. Returns why it failed, or null. */
serveTasks((options: BackupOptions): Promise<string | null> => backUpDatabase(options).then(() => null, errorMessages))
