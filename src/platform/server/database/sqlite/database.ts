import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../../shared/logged-error.ts'
import type { Database, Reader, Transaction } from '../index.ts'
import { finishReplacement } from '../replace-database.ts'
import { markOf } from '../savepoint.ts'
import { Connection } from './connection.ts'
import { identityKysely, readerKysely, transactionKysely } from './dialect.ts'
import { openFlushThread } from './flush-thread.ts'
import { holdFolder } from './lock.ts'
import { Writer } from './writer.ts'

/** Adds the connections that migrations and a few hot paths use directly. */
export interface SqliteDatabase extends Database {
  readonly engine: 'sqlite'
  readonly reader: Connection
  readonly writing: Connection
}

/** Opens `larder.db` in `folder` exclusively. Throws a message for users if another process has it open. */
export function openSqlite(folder: string, log: (message: string) => void): SqliteDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = holdFolder(folder)
  finishReplacement(folder)
  const file = join(folder, 'larder.db')
  const writing = new Connection(file)
  const reader = new Connection(file, true)
  const disk = openFlushThread(file, log)
  const writer = new Writer(writing, disk, log)
  const events = new EventEmitter().setMaxListeners(0)
  const readQueries = connectionReader(reader)
  const writeQueries = transactionReader(writing, writer)

  // Only one transaction runs at a time.
  const lock = async () => {}

  return {
    engine: 'sqlite',
    reader,
    writing,
    identity: identityKysely(reader, writing, writer),
    read: (_scope, work) => work(readQueries),
    snapshot: (_scope, work) => readSnapshot(file, work),
    async write(_scope, name, work) {
      const messages = new Map<string, { topic: string; text: string }>()
      const publish: Transaction['publish'] = (topic, text) => void messages.set(`${topic} ${text}`, { topic, text })
      const { recorded, writesBefore, record, settle } = changesOf(writing)
      const mark = markOf(messages, recorded, writesBefore)
      const tx: Transaction = { ...writeQueries, engine: 'sqlite', recorded, record, lock, publish, mark }
      const result = await writer.transaction(name, async () => {
        const done = await work(tx)
        settle()
        return done
      })
      for (const { topic, text } of messages.values()) events.emit(`message:${topic}`, text)
      for (const [householdId, seq] of recorded) events.emit('changes', householdId, seq)
      return result
    },
    onChanges: (listener) => events.on('changes', (householdId: HouseholdId, seq: number) => listener(householdId, seq)),
    publish: async (topic, text) => {
      events.emit(`message:${topic}`, text)
    },
    onMessage: (topic, listener) => events.on(`message:${topic}`, listener),
    // Without statistics, SQLite picks the index that matches most of the query, which is right here.
    refreshStatistics: async () => {},
    refusal: () => writer.refusal,
    now: () => new Date(),
    ping: async () => {
      reader.run('select 1', [])
    },
    async close() {
      await writer.idle()
      await disk.close()
      reader.close()
      checkpoint(writing, log)
      writing.close()
      release()
    },
  }
}

/** Rows written after a change was recorded belong to it, too; their triggers counted them to the next one. */
const endOfChange = 'update row_changes set seq = ? where household_id = ? and seq > ?'

/** Returns the changes of one transaction. `settle` counts rows to the change that they belong to; it skips households without such rows. */
function changesOf(connection: Connection) {
  const recorded = new Map<HouseholdId, number>()
  const writesBefore = new Map<HouseholdId, number>()
  return {
    recorded,
    writesBefore,
    record(householdId: HouseholdId, seq: number) {
      recorded.set(householdId, seq)
      writesBefore.set(householdId, connection.syncedWrites)
    },
    settle() {
      for (const [householdId, seq] of recorded)
        if (writesBefore.get(householdId) !== connection.syncedWrites) connection.run(endOfChange, [seq, householdId, seq])
    },
  }
}

async function readSnapshot<T>(file: string, work: (q: Reader) => Promise<T>): Promise<T> {
  // Not the shared reader, which would show everyone this snapshot.
  const connection = new Connection(file, true)
  try {
    connection.db.exec('BEGIN')
    return await work(connectionReader(connection))
  } finally {
    // Ends the transaction, so that a checkpoint can pass the snapshot.
    connection.close()
  }
}

/** Folds the write-ahead log into the database file. After a failure, the next start reads the log. */
function checkpoint({ db }: Connection, log: (message: string) => void): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    log(`the write-ahead log could not be checkpointed: ${reasonOf(error)}`)
  }
}

const connectionReader = (connection: Connection): Reader => ({
  on: typedFor(readerKysely(connection)),
  rows: async <Row>(sql: string, parameters: readonly unknown[]) => connection.run(sql, parameters).rows as Row[],
})

const transactionReader = (connection: Connection, writer: Writer): Reader => ({
  on: typedFor(transactionKysely(connection, writer)),
  rows: async <Row>(sql: string, parameters: readonly unknown[]) => {
    writer.assertInside()
    return connection.run(sql, parameters).rows as Row[]
  },
})

const typedFor =
  (kysely: Kysely<unknown>): Reader['on'] =>
  <T>() =>
    kysely as unknown as Kysely<T>
