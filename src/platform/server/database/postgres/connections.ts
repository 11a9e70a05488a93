import type pg from 'pg'

/** Longest wait for a connection: for one of the pool in a crowd, or for the server to take a new one. */
const connectionMs = 10_000
/** A network that lost the other end is asked after so long. */
const keepAliveMs = 30_000

/**
 * How to connect to `url` as `role`. What the URL itself says in `options` is kept, with the role behind it: of two that set the same
 * PostgreSQL takes the last, and pg would take the URL's `options` for ours.
 */
export function connectionsTo(url: string, role: string | null): pg.ClientConfig {
  const [address = '', ...rest] = url.split('?')
  const parameters = new URLSearchParams(rest.join('?'))
  const own = parameters.getAll('options').at(-1)
  parameters.delete('options')
  const options = [...(own ? [own] : []), ...(role ? [`-c role=${role}`] : [])].join(' ')
  return {
    connectionString: parameters.size > 0 ? `${address}?${parameters}` : address,
    connectionTimeoutMillis: connectionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(options ? { options } : {}),
  }
}

/**
 * A statement that is not answered in time costs its connection, and whoever asked hears that it is gone. A database that falls silent
 * without a word, its host lost, would else hold them until TCP gives up; and a connection with an unanswered question is of no use.
 */
export function limitStatements(client: pg.ClientBase, ms: number): void {
  const send = client.query.bind(client) as (first: unknown, values?: unknown) => Promise<unknown>
  const query = async (first: unknown, values?: unknown) => {
    const timer = setTimeout(() => releaseClient(client), ms)
    return send(first, values).finally(() => clearTimeout(timer))
  }
  Object.assign(client, { query })
}

/** Ends a connection without waiting for the other side. */
export function releaseClient(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { readonly connection: pg.Connection }
  connection.stream.destroy()
}
