import { isNode, listOf } from '#domains/recipes/rules/json-ld.ts'
import { openZip, ZipError } from '#platform/server/workers/zip.ts'
import { type Larder, larderTables } from '../../rules/larder.ts'
import { Unreadable } from '../../rules/plan.ts'

/** A table holds what is long gone as well, so there may be more of it than can be brought. */
const maxRows = 200_000
const maxBytes = 96 * 1024 * 1024

const fileOf = (table: string) => `household/${table}.json`

/**
 * The tables of a household in the zip that Larder gives to download, which a stranger may have made: nothing but the JSON of these tables is
 * unpacked, and not more than 96 MiB of it. Throws `Unreadable`.
 */
export async function readHouseholdZip(bytes: Buffer): Promise<Larder> {
  const wanted = new Set(['manifest.json', ...larderTables.map(fileOf)])
  const entries = await openZip(bytes, (name) => wanted.has(name)).catch((error: unknown) => {
    throw unreadable(error, 'not_known')
  })
  const files = new Map(entries.map((entry) => [entry.name, entry]))
  let left = maxBytes
  const jsonOf = async (name: string): Promise<unknown> => {
    const file = files.get(name)
    if (!file) return undefined
    left -= file.size
    if (left <= 0) throw new Unreadable('too_large')
    const text = await file.read().catch((error: unknown) => {
      throw unreadable(error, 'damaged')
    })
    try {
      return JSON.parse(text.toString('utf8'))
    } catch {
      throw new Unreadable('damaged')
    }
  }
  const manifest = await jsonOf('manifest.json')
  if (!isNode(manifest) || manifest['format'] !== 'larder-export-1' || manifest['of'] !== 'household') throw new Unreadable('not_known')
  const tables: Record<string, unknown> = {}
  for (const table of larderTables) {
    const rows = listOf(await jsonOf(fileOf(table)))
    if (rows.length > maxRows) throw new Unreadable('too_many')
    tables[table] = rows.filter(isNode)
  }
  return tables as unknown as Larder
}

function unreadable(error: unknown, code: 'not_known' | 'damaged'): unknown {
  if (!(error instanceof ZipError)) return error
  return new Unreadable(error.reason === 'too_large' ? 'too_large' : code)
}
