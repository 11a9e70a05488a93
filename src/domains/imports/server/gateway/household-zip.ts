import { isJsonObject, toUnwrappedList } from '#domains/recipes/rules/json-ld.ts'
import { openZip, type ZipEntry, ZipError } from '#platform/server/security/open-zip.ts'
import { maxStoredBytes } from '#platform/server/security/safe-image.ts'
import { UnreadableFileError } from '../../rules/import-plan.ts'
import type { TableRow } from '../../rules/parse-cell.ts'
import { type LarderExport, larderTables } from '../../rules/plan-from-larder-export.ts'

/** Exceeds the limits of an import, because tables also hold deleted rows. */
const maxRows = 200_000
const maxBytes = 96 * 1024 * 1024

/** Later pictures are left out. */
const maxPictureBytes = 24 * 1024 * 1024
/** Letters of base64 of recipes' photos, and the table that has them. Later photos are left out. */
const maxPhotoLetters = 60_000_000
const maxPhotoTableBytes = 160 * 1024 * 1024
const isPicture = (name: string) => name.startsWith('household/pictures/ingredient_pictures-')

const fileOf = (table: string) => `household/${table}.json`

/**
 * Reads the tables of an untrusted household export. Unpacks only their JSON, at most 96 MiB, and
 * pictures of ingredients, places and times that recipes were made, at most 24 MiB. Throws `UnreadableFileError`.
 */
export async function readHouseholdZip(bytes: Buffer): Promise<LarderExport> {
  const names = new Set(['manifest.json', fileOf('ingredient_pictures'), fileOf('recipe_photos'), ...larderTables.map(fileOf)])
  const entries = await openZip(bytes, (name) => names.has(name) || isPicture(name)).catch((error: unknown) => {
    throw toUnreadable(error, 'not_known')
  })
  const files = new Map(entries.map((entry) => [entry.name, entry]))
  let bytesLeft = maxBytes
  const jsonOf = async (name: string): Promise<unknown> => {
    const file = files.get(name)
    if (!file) return undefined
    bytesLeft -= file.size
    if (bytesLeft <= 0) throw new UnreadableFileError('too_large')
    const text = await file.read().catch((error: unknown) => {
      throw toUnreadable(error, 'damaged')
    })
    try {
      return JSON.parse(text.toString('utf8'))
    } catch {
      throw new UnreadableFileError('damaged')
    }
  }
  const manifest = await jsonOf('manifest.json')
  if (!isJsonObject(manifest) || manifest['format'] !== 'larder-export-1' || manifest['of'] !== 'household')
    throw new UnreadableFileError('not_known')
  const tables: Record<string, unknown> = { ledger: [] }
  for (const table of larderTables) {
    // The last table: the stock comes without its past if that has grown too large.
    const isPast = table === 'ledger'
    if (isPast && (files.get(fileOf(table))?.size ?? 0) > bytesLeft) continue
    const rows = toUnwrappedList(await jsonOf(fileOf(table)))
    if (rows.length > maxRows && !isPast) throw new UnreadableFileError('too_many')
    tables[table] = rows.slice(-maxRows).filter(isJsonObject)
  }
  const withPictures = ['ingredients', 'places', 'recipe_cookings'].flatMap((table) => tables[table] as TableRow[])
  const used = new Set(withPictures.flatMap((row) => (row['removed_at'] === null ? [row['picture']] : [])))
  const table = toUnwrappedList(await jsonOf(fileOf('ingredient_pictures'))).filter((row) => isJsonObject(row) && used.has(row['id']))
  const pictures = await readPictures(files, table)
  const photos = await readPhotos(files.get(fileOf('recipe_photos')))
  return { ...tables, pictures, photos } as LarderExport
}

/** Reads the photos of recipes, each in a line of its own. */
async function readPhotos(file: ZipEntry | undefined): Promise<ReadonlyMap<string, string>> {
  const photos = new Map<string, string>()
  if (!file || file.size > maxPhotoTableBytes) return photos
  const bytes = await file.read().catch((error: unknown) => {
    throw toUnreadable(error, 'damaged')
  })
  let lettersLeft = maxPhotoLetters
  for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
    end = bytes.indexOf('\n', at)
    if (end < 0) end = bytes.length
    const row = photoIn(bytes.toString('utf8', at, end))
    if (!row || row.jpeg.length > Math.min(lettersLeft, maxPhotoRowLetters)) continue
    lettersLeft -= row.jpeg.length
    photos.set(row.recipeId, row.jpeg)
  }
  return photos
}

/** Of one stored photo. */
const maxPhotoRowLetters = Math.ceil((maxStoredBytes * 4) / 3) + 4

function photoIn(line: string): { recipeId: string; jpeg: string } | null {
  try {
    const row: unknown = JSON.parse(line.replace(/,$/, ''))
    if (!isJsonObject(row)) return null
    const { recipe_id: recipeId, jpeg } = row
    return typeof recipeId === 'string' && typeof jpeg === 'string' ? { recipeId, jpeg } : null
  } catch {
    return null
  }
}

async function readPictures(files: ReadonlyMap<string, ZipEntry>, table: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>()
  let bytesLeft = maxPictureBytes
  for (const row of table) {
    const file =
      isJsonObject(row) && typeof row['picture'] === 'string' && isPicture(row['picture']) ? files.get(row['picture']) : undefined
    if (!isJsonObject(row) || typeof row['id'] !== 'string' || !file || file.size > Math.min(bytesLeft, maxStoredBytes)) continue
    bytesLeft -= file.size
    const bytes = await file.read().catch(() => null)
    if (bytes) pictures.set(row['id'], bytes.toString('base64'))
  }
  return pictures
}

function toUnreadable(error: unknown, code: 'not_known' | 'damaged'): unknown {
  if (!(error instanceof ZipError)) return error
  return new UnreadableFileError(error.reason === 'too_large' ? 'too_large' : code)
}
