import { inflateRawSync } from 'node:zlib'
import { isNode, listOf } from '#domains/recipes/rules/json-ld.ts'
import { filesOfZip } from '#platform/server/zip.ts'
import { type Larder, larderTables } from '../../rules/larder.ts'
import { Unreadable } from '../../rules/plan.ts'

/** A table holds what is long gone as well, so there may be more of it than can be brought. */
const mostRows = 200_000
const mostBytes = 96 * 1024 * 1024

const fileOf = (table: string) => `household/${table}.json`

/**
 * The tables of a household in the zip that Larder gives to download, which a stranger may have made: nothing but the JSON of these tables is
 * unpacked, and not more than 96 MiB of it. Throws `Unreadable`.
 */
export function readHouseholdZip(bytes: Buffer): Larder {
  const wanted = new Set(['manifest.json', ...larderTables.map(fileOf)])
  const files = new Map(filesOfZip(bytes, (name) => wanted.has(name))?.map((file) => [file.name, file]))
  let left = mostBytes
  const jsonOf = (name: string): unknown => {
    const file = files.get(name)
    if (!file) return undefined
    const text = file.isDeflated ? inflated(file.packed, left) : file.packed
    left -= text.length
    if (left <= 0) throw new Unreadable('too_large')
    try {
      return JSON.parse(text.toString('utf8'))
    } catch {
      throw new Unreadable('damaged')
    }
  }
  const manifest = jsonOf('manifest.json')
  if (!isNode(manifest) || manifest['format'] !== 'larder-export-1' || manifest['of'] !== 'household') throw new Unreadable('not_known')
  const tables = larderTables.map((table) => {
    const rows = listOf(jsonOf(fileOf(table)))
    if (rows.length > mostRows) throw new Unreadable('too_many')
    return [table, rows.filter(isNode)] as const
  })
  return Object.fromEntries(tables) as unknown as Larder
}

function inflated(packed: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch (error) {
    throw new Unreadable(error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'damaged')
  }
}
