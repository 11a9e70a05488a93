import { isListedHost } from '#platform/server/security/outbound-address.ts'
import { type FetchOptions, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { maxFileBytes } from '../../contract.ts'
import { type GrocyTable, grocyTables } from '../../rules/plan-from-grocy.ts'
import { maxJournalRows } from '../../rules/read-grocy-journal.ts'

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
  const objects = `${base.origin}${base.pathname.replace(/\/$/, '')}/api/objects`
  for (const table of Object.keys(grocyTables) as GrocyTable[]) {
    if (table === 'stock_log') continue
    const rows = await rowsOf(`${objects}/${table}`, table, options)
    bytes += rows.length
    if (bytes > maxFileBytes) throw new Problem(413, 'file_too_large', 'grocy has more data than the 32 MB that Larder can import.')
    parts.push(Buffer.from(`${parts.length === 0 ? '{"grocyTables":{' : ','}"${table}":`), rows)
  }
  const journal = await readJournal(`${objects}/stock_log`, maxFileBytes - bytes, options)
  return Buffer.concat([...parts, Buffer.from(',"stock_log":'), journal ?? Buffer.from('null'), Buffer.from('}}')])
}

const journalPageRows = 5_000
const maxJournalMs = 60_000

/**
 * Fetches grocy's journal, which has grown for years, the newest rows first, until `maxBytes` or the time is spent. Returns null if grocy
 * doesn't send it, since the rest can be imported without.
 */
async function readJournal(address: string, maxBytes: number, options: FetchOptions): Promise<Buffer | null> {
  const end = performance.now() + maxJournalMs
  const pages: Buffer[] = []
  let bytesLeft = maxBytes
  for (let offset = 0; offset < maxJournalRows && performance.now() < end; offset += journalPageRows) {
    const page = `${address}?order=id:desc&limit=${journalPageRows}&offset=${offset}`
    const { status, body } = await safeFetch(page, options).catch(() => ({ status: 0, body: Buffer.alloc(0) }))
    const rows = status === 200 ? listedRows(body) : null
    if (rows === null) return pages.length === 0 ? null : joinPages(pages)
    bytesLeft -= rows.length + 1
    // A version that knows no pages sends everything each time.
    if (rows.length === 0 || bytesLeft < 0 || pages.at(-1)?.equals(rows)) break
    pages.push(rows)
  }
  return joinPages(pages)
}

const joinPages = (pages: readonly Buffer[]) =>
  Buffer.concat([Buffer.from('['), ...pages.flatMap((page, at) => (at === 0 ? [page] : [Buffer.from(','), page])), Buffer.from(']')])

/** Returns what is between the brackets of a JSON array; null if it is none. */
function listedRows(body: Buffer): Buffer | null {
  const [from, to] = [body.indexOf('['), body.lastIndexOf(']')]
  const isArray = from >= 0 && to > from && body.subarray(0, from).toString('latin1').trim() === ''
  if (!isArray) return null
  const rows = body.subarray(from + 1, to)
  return rows.toString('latin1', 0, 20).trim() === '' && rows.length < 20 ? Buffer.alloc(0) : rows
}

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
