import { sql } from 'kysely'
import type { Database } from './index.ts'

/** SQL for the current time of the database's clock, in whole milliseconds since 1970. */
export const clockSql = (engine: Database['engine']) =>
  engine === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
