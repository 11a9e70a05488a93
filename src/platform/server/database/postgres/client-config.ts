import type pg from 'pg'

/** Maximum wait for a free connection of the pool, or for the server to accept a new one. */
const connectionMs = 10_000
/** Idle time before TCP checks that the other end is still there. */
const keepAliveMs = 30_000

/**
 * Returns how to connect to `url` as `role`. Keeps the URL's own `options` and appends the role: PostgreSQL uses the last of two equal
 * settings, and pg would replace our `options` with the URL's.
 */
export function clientConfigFor(url: string, role: string | null): pg.ClientConfig {
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
 * Closes the connection if a statement isn't answered in time, so its caller gets an error. Otherwise a lost database host would hold
 * connections until TCP gives up.
 */
export function limitStatements(client: pg.ClientBase, ms: number): void {
  const send = client.query.bind(client) as (first: unknown, values?: unknown) => Promise<unknown>
  const query = async (first: unknown, values?: unknown) => {
    const timer = setTimeout(() => destroyClient(client), ms)
    return send(first, values).finally(() => clearTimeout(timer))
  }
  Object.assign(client, { query })
}

/** Closes a connection without waiting for the other side. */
export function destroyClient(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { readonly connection: pg.Connection }
  connection.stream.destroy()
}
