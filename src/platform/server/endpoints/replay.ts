import type { Endpoint } from '#platform/shared/endpoint.ts'
import { conflict } from '#platform/shared/problem.ts'
import type { Transaction } from '../database/index.ts'
import type { StoredResponse } from './idempotency.ts'
import type { Route } from './route.ts'

/** How what a write answered can be read again. */
export type Replay = (tx: Transaction, base: object, params: object, kept: StoredResponse) => Promise<unknown>

/**
 * For a repeat whose kept answer grew old: the row as it is now, by the route that reads what the write answers, at the write's own path, at
 * the one it acts on, or below it by id. Where there is none the repeat is told that it was done.
 */
export function replayOf(endpoint: Endpoint, routes: readonly Route[]): Replay {
  const { path, reply } = endpoint
  const paths = [path, path.slice(0, path.lastIndexOf('/')), `${path}/{id}`]
  const reader = routes.find(({ endpoint: other }) => other.mode === 'read' && paths.includes(other.path) && other.reply === reply)
  return async (tx, base, params, { rowId }) => {
    const wanted = reader?.endpoint.params.safeParse({ ...params, ...(rowId === null ? {} : { id: rowId }) })
    const query = reader?.endpoint.query.safeParse({})
    if (!reader || !wanted?.success || !query?.success)
      throw conflict('done_before', 'This was already done some time ago. Check its current state.')
    return reader.handle({ ...base, q: tx, params: wanted.data, query: query.data, body: undefined })
  }
}
