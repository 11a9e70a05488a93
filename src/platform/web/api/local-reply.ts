import type { Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { LocalContext, LocalTable, LocalTables, Row } from '#platform/shared/local-tables.ts'

/** How this device replies to an endpoint. */
export interface LocalReply {
  readonly endpoint: Endpoint
  /** The tables that the reply depends on. */
  readonly tables: readonly string[]
  /** The server replies if it can, because the rows may be older or tell less. */
  readonly isFallback: boolean
  // A method, so that replies with narrower arguments are of this type.
  read(tables: LocalTables, args: { params: unknown; query: unknown }, context: LocalContext): unknown
}

type Read<E> = (tables: LocalTables, args: { params: ParamsOf<E>; query: QueryInputOf<E> }, context: LocalContext) => ReplyOf<E> | undefined

/**
 * Declares how to reply to an endpoint from the rows on this device, exactly as the server would. `undefined` leaves the reply to the
 * server.
 */
export const localReply = <E extends Endpoint>(
  endpoint: E,
  tables: readonly LocalTable<Row>[],
  read: Read<E>,
  { isFallback = false } = {},
): LocalReply => ({
  endpoint,
  tables: tables.map(({ name }) => name),
  isFallback,
  read,
})
