import type { ColumnType, Kysely, SelectType } from 'kysely'
import type { CrossHouseholdReason } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'

/**
 * The rows that work may access: those of a household, of several that exchange data, of one user, or across households for a named reason.
 * Stores filter by key; on PostgreSQL, row-level security enforces it too.
 */
export type Scope = HouseholdId | readonly HouseholdId[] | { readonly user: UserId } | { readonly crossHousehold: CrossHouseholdReason }

/** The columns of a table that other domains may read. Its owner declares it in `server/tables.ts`; writing them is a type error. */
export type View<Table, Column extends keyof Table> = { [C in Column]: ColumnType<SelectType<Table[C]>, never, never> }

/** A handle for reading. `on<Tables>()` returns the query builder, typed for the tables of the calling store. */
export interface Reader {
  on<Tables>(): Kysely<Tables>
  /** Runs prepared SQL with `?` placeholders. For hot paths only. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>
}

/** A transaction; the only database handle in scope while its work runs. */
export interface Transaction extends Reader {
  readonly engine: 'sqlite' | 'postgres'
  /** Number of the last change recorded per household. Consumers are notified of it after the commit. */
  readonly recorded: ReadonlyMap<HouseholdId, number>
  /** Notes a recorded change. Only the change log calls it. */
  record(householdId: HouseholdId, seq: number): void
  /**
   * Takes a named lock until the transaction ends, waiting for others that hold it. Use it where no row can be locked instead. Take row
   * locks first.
   */
  lock(name: string): Promise<void>
  /** Publishes after the commit, like `Database.publish`. Delivery isn't guaranteed, so listeners must also poll. */
  publish(topic: string, text: string): void
  /** Notes what is recorded and published so far. Returns a function that forgets what came since. Only `refusalOf` calls it. */
  mark(): () => void
}

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** Runs statements that need no consistency between them; each single statement is consistent. */
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  /**
   * Runs statements that all see the same snapshot while others write. The engine keeps old versions until it ends, so await nothing but
   * the database and local files. May run `work` again after a conflict.
   */
  snapshot<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  /**
   * Runs one transaction. Resolves after the commit is on disk; rejects if nothing was kept. `user` adds that user's own rows to the scope.
   * Await nothing but the database inside. `name` identifies slow transactions in the log.
   */
  write<T>(scope: Scope, name: string, work: (tx: Transaction) => Promise<T>, user?: UserId): Promise<T>
  /**
   * For the identity library and the server's own records, whose tables hold no household's rows. Writes go through the same writer. On
   * PostgreSQL, each statement runs in its own transaction with the scope `identity`.
   */
  readonly identity: Kysely<unknown>
  /** Calls `listener` after each commit that recorded changes, in this or another process. */
  onChanges(listener: (householdId: HouseholdId, seq: number) => void): void
  /** Sends all processes a notice that isn't a change, e.g. that a session ended. */
  publish(topic: string, text: string): Promise<void>
  onMessage(topic: string, listener: (text: string) => void): void
  /** Updates the engine's statistics after a large import, where its query plans depend on them. Never rejects. */
  refreshStatistics(): Promise<void>
  /** Returns why no writes are accepted until the next start, or null if they are. */
  refusal(): DatabaseUnavailableError | null
  /** Returns the current time of the clock that all processes on this database share. SQLite has one process and uses its clock. */
  now(): Date
  /** Runs a trivial query. Rejects if the database doesn't respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The database couldn't do the work: full or failing disk, lost connection or read-only file. */
export class DatabaseUnavailableError extends Error {
  readonly reason: 'disk_full' | 'disk_failed' | 'read_only' | 'connection' | 'busy'
  constructor(reason: DatabaseUnavailableError['reason'], cause: unknown) {
    super(`the database cannot keep this now: ${reason}`, { cause })
    this.reason = reason
  }
}
