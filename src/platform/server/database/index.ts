import type { Kysely } from 'kysely'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'

/**
 * What a piece of work may see. Every table that holds a household's rows checks it: stores by key, PostgreSQL also by row-level security.
 * A household (or several, for a loan), one person's own rows, or a door: a named reason to look across households.
 */
export type Scope = HouseholdId | readonly HouseholdId[] | { readonly user: UserId } | { readonly crossHousehold: CrossHouseholdReason }
export const crossHouseholdReasons = ['invites', 'circles', 'sharing', 'jobs', 'keys', 'admin'] as const
export type CrossHouseholdReason = (typeof crossHouseholdReasons)[number]

/** A place to read from. `on<Tables>()` gives the query builder, typed for the tables of the store that asks. */
export interface Reader {
  on<Tables>(): Kysely<Tables>
  /** Prepared SQL with `?` placeholders, for the few hottest paths only. */
  rows<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>
}

/** A transaction: the only handle in scope while work runs. */
export interface Transaction extends Reader {
  /** Last change recorded per household; the log wakes its readers with it after the commit. */
  readonly recorded: Map<HouseholdId, number>
  /**
   * Takes a named lock until the transaction ends; others that ask for it wait. For what no row stands for that everybody in question may
   * lock. Taken after rows.
   */
  lock(name: string): Promise<void>
  /** As `Database.announce`, once this is kept. A hint: one that is lost costs time, never truth. */
  publish(topic: string, text: string): void
}

export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /** Statements that need no consistency between them; one statement always sees one moment. */
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  /**
   * Many statements that all see one moment, while others go on writing. Until it ends the engine keeps what that moment needs, so nothing
   * but the database and our own disk may be awaited inside. It may be begun anew.
   */
  snapshot<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  /**
   * One transaction. Resolves only after the commit is on disk; rejects when nothing was kept.
   * `user`: whose own rows are in scope too. Nothing but the database may be awaited inside. `name` tells the watchdog who holds the writer.
   */
  write<T>(scope: Scope, name: string, work: (tx: Transaction) => Promise<T>, user?: UserId): Promise<T>
  /**
   * For the identity library and the server's own bookkeeping, whose tables hold no household's rows: it writes through the same writer.
   * On PostgreSQL each statement runs in a transaction of its own, in a scope that no other handle opens.
   */
  readonly identity: Kysely<unknown>
  /** Called after each commit that recorded changes, and for those of other processes. */
  onChanges(listener: (householdId: HouseholdId, seq: number) => void): void
  /** Tells all processes something that is not a change, e.g. that a session ended. */
  publish(topic: string, text: string): Promise<void>
  onMessage(topic: string, listener: (text: string) => void): void
  /** After many rows at once: lets the engine look how many there are, where its plans need to know. A hint: never rejects. */
  refreshStatistics(): Promise<void>
  /** Why it takes no writes until the next start, though it may be read; null while it does. */
  refusal(): Unavailable | null
  /** This moment by the clock that all processes on this database share; SQLite has one process, whose clock it is. */
  now(): Date
  /** Trivial query; rejects when the database cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Thrown for work that found the engine unable to keep it: full or failing disk, lost connection, read-only file. */
export class Unavailable extends Error {
  readonly reason: 'disk_full' | 'disk_failed' | 'read_only' | 'connection' | 'busy'
  constructor(reason: Unavailable['reason'], cause: unknown) {
    super(`the database cannot keep this now: ${reason}`, { cause })
    this.reason = reason
  }
}
