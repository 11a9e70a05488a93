import { isListedHost } from '#platform/server/security/outbound-address.ts'
import { type FetchOptions, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { maxFileBytes } from '../../contract.ts'
import { maxJournalRows } from '../../rules/grocy-past.ts'
import { type GrocyTable, grocyTables } from '../../rules/plan-from-grocy.ts'

/** `hosts` are those the server admin allows, including in the server's own network; `ownHosts` are the server itself. */
export interface GrocyHosts {
  readonly hosts: readonly string[]
  readonly ownHosts: readonly string[]
}

const timeoutMs = 20_000
const notGrocy = () => invalid('import_not_grocy', 'The server at that address isn’t grocy.', 'address')

/**
 * Fetches the tables from grocy's API as one JSON text, which is parsed like a file.
 * Throws `fetch_refused`, `fetch_failed`, `import_key_refused`, `import_not_grocy`, `file_too_large`.
 */
export async function fetchGrocy(address: string, key: string, grocyHosts: GrocyHosts): Promise<Buffer> {
  const base = baseUrlOf(address)
  const options: FetchOptions = {
    timeoutMs,
    maxBytes: maxFileBytes,
    accept: ['application/json'],
    headers: { 'GROCY-API-KEY': key },
    ownHosts: grocyHosts.ownHosts,
    ...(isListedHost(base, grocyHosts.hosts) ? { trustedOrigin: base.origin } : {}),
  }
  const parts: Buffer[] = []
  let bytes = 0
  for (const table of Object.keys(grocyTables) as GrocyTable[]) {
    const rows = await rowsOf(
      `${base.origin}${base.pathname.replace(/\/$/, '')}/api/objects/${table}${newestOnly[table] ?? ''}`,
      table,
      options,
    )
    bytes += rows.length
    if (bytes > maxFileBytes) throw new Problem(413, 'file_too_large', 'That file is larger than 32 MB.')
    parts.push(Buffer.from(`${parts.length === 0 ? '{"grocyTables":{' : ','}"${table}":`), rows)
  }
  return Buffer.concat([...parts, Buffer.from('}}')])
}

/** The journal has grown for years. Old versions ignore this and send all of it. */
const newestOnly: Partial<Record<GrocyTable, string>> = { stock_log: `?order=id:desc&limit=${maxJournalRows}` }

/** Also accepts the address of a page or of the API itself. */
function baseUrlOf(address: string): URL {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw invalid('fetch_refused', 'Couldn’t reach that address.', 'address')
  return new URL(url.pathname.replace(/\/(?:api|stockoverview)?\/*$/, '/'), url.origin)
}

/** Returns an empty table if this version of grocy doesn't have it. */
async function rowsOf(address: string, table: GrocyTable, options: FetchOptions): Promise<Buffer> {
  const { status, body } = await safeFetch(address, options)
  if (status === 401 || status === 403) throw invalid('import_key_refused', 'grocy rejected this API key.', 'key')
  if (status === 200 && body.subarray(0, 20).toString('latin1').trimStart().startsWith('[')) return body
  if (table === 'products' || table === 'stock' || status >= 500) throw notGrocy()
  return Buffer.from('[]')
}
