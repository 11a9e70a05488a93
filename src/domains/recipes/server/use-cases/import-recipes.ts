import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { findUndoSeq, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { conflict, invalid, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import {
  type CollectionPreview,
  type ImportedCollection,
  type NewRecipe,
  recipeImportContinued,
  recipesImported,
} from '../../contract/index.ts'
import type { CollectionRefusal } from '../gateway/unpack-collection.ts'
import { putPhoto, storedPhotoBytes } from '../store/photos.ts'
import * as store from '../store/recipes.ts'
import { checkRecipeQuota, insertRecipeWithUndo } from './edit-recipe.ts'
import { type CollectionResult, type CollectionTask, maxLines, maxRecipes, type ReadCollection } from './read-collection.ts'
import { encodePhotos } from './recipe-photo.ts'
import { newRow } from './recipe-row.ts'

/** Returns the household's recipe names in the form used for comparison. */
export const recipeNames = async (q: Reader, householdId: HouseholdId): Promise<Set<string>> =>
  new Set((await store.listNames(q, householdId)).map(({ name }) => nameKey(name)))

/** Returns how many more recipes the household may have. */
export const readRemainingRecipeQuota = async (q: Reader, limits: QuotaLimits, householdId: HouseholdId): Promise<number> =>
  Math.max(0, limits.recipes - (await store.countOwnRecipes(q, householdId)))

/** Inserts recipes, each with `photo`, without recording a change, which the caller does. Returns their ids in order. */
export async function insertImportedRecipes(
  tx: Transaction,
  member: Member,
  drafts: readonly NewRecipe[],
  photo: string | null = null,
): Promise<string[]> {
  const ids: string[] = []
  for (const draft of drafts) {
    const row = { ...newRow(draft, member.now.toISOString()), household_id: member.householdId }
    const { recipeId } = await insertRecipeWithUndo(tx, { ...row, photo: photo === null ? null : String(row.version) })
    if (photo !== null) await putPhoto(tx, member.householdId, recipeId, photo)
    ids.push(recipeId)
  }
  return ids
}

/** Removes an imported recipe. Keeps it if it was changed since, unless `includeChanged`. Returns whether it was removed. */
export const rollbackRecipe = async (
  tx: Transaction,
  member: Member,
  id: string,
  { includeChanged }: { includeChanged: boolean },
): Promise<boolean> =>
  (await store.findRecipe(tx, member.householdId, id))?.removed_at === null &&
  (await store.updateRecipe(tx, member.householdId, id, { removed_at: member.now.toISOString() }, includeChanged ? null : 1))

/** Reads uploaded collections in a worker thread, which starts on demand and ends when idle. */
export interface CollectionReader {
  /** Throws 422 `archive_…` and `too_many…`, 429 `busy` if too many wait, and 503 `collection_unread` after a timeout. */
  read(upload: Uint8Array, name?: string): Promise<ReadCollection>
  close(): Promise<void>
}

/** The largest accepted collection takes about ten seconds. */
const maxReadMs = 60_000
const heapMb = 512

const refusals: Record<CollectionRefusal, () => Problem> = {
  archive_unreadable: () => invalid('archive_unreadable', 'Unsupported or damaged recipe export.', 'file'),
  archive_too_large: () => invalid('archive_too_large', 'That export is too large to import at once. Split it into parts.', 'file'),
  too_many: () => invalid('too_many', say`That’s more than ${maxRecipes} recipes. Import them in parts.`, 'file'),
  too_many_lines: () =>
    invalid('too_many_lines', say`The recipes have more than ${maxLines} ingredients in total. Import them in parts.`, 'file'),
}

export function openCollectionReader(log: (message: string) => void): CollectionReader {
  const file = new URL('./collection-worker.ts', import.meta.url)
  const begin = () => startThread<CollectionTask, CollectionResult>(file, { transferables: ({ upload }) => [upload.buffer], heapMb })
  const pool = startPool(begin, { maxWaiting: 16, graceMs: 0, onTrouble: (what) => log(`a collection was not read: ${what}`) })
  return {
    async read(upload, name = '') {
      const outcome = await pool.run({ upload: new Uint8Array(upload), name }, maxReadMs)
      if ('failure' in outcome)
        throw new Problem(503, 'collection_unread', 'Reading that file took too long. Try again, or import it in parts.', {
          retryAfterSeconds: 60,
        })
      if ('refused' in outcome.result) throw refusals[outcome.result.refused]()
      return outcome.result.collection
    },
    close: () => pool.close(),
  }
}

/** Returns what an import would bring and leave out. */
export const previewOf = ({ recipes, nameless, pictures, names, formats, losses }: ReadCollection): CollectionPreview => ({
  recipes: recipes.length,
  nameless: nameless.length,
  pictures: pictures.length,
  names,
  formats,
  losses,
})

/** Base64 characters of pictures stored per collection; later recipes get none. */
const maxPhotoChars = 40_000_000
/** Limits of one transaction, because other writers wait for it. A recipe with a hundred lines has about 30 kB. */
const maxBatchRecipes = 10
const maxBatchBytes = 64 * 1024
/** Recipes between notifications to open screens. */
const notifyEvery = 100

type Stored = { id: string; row: Uint8Array; photo: string | null }

/**
 * Stores a collection in small transactions. The first one records the change that describes and undoes all of it, so the history is right
 * even if the import is interrupted. `write` runs a transaction and returns its result. Pictures beyond the household's storage quota are left
 * out. Throws 409 `import_taken_back` if the import was undone since, and `quota_reached`, with nothing stored, if the household may not have
 * that many more recipes.
 */
export async function saveCollection<T>(
  { recipes, pictures, nameless }: ReadCollection,
  limits: QuotaLimits,
  member: Member,
  write: (work: (tx: Transaction) => Promise<ImportedCollection>) => Promise<T>,
): Promise<{ reply: T; seq: number }> {
  const photos = await encodePhotos(pictures)
  let chars = 0
  let picturesLeftOut = 0
  const stored = recipes.map(({ id, row, picture }): Stored => {
    const photo = picture === null ? null : (photos[picture] ?? null)
    const isKept = photo !== null && chars < maxPhotoChars
    if (isKept) chars += photo.length
    if (picture !== null && !isKept) picturesLeftOut += 1
    return { id, row, photo: isKept ? photo : null }
  })
  const recipeIds = recipes.map(({ id }) => id)
  const skipped = nameless.map((name) => ({ name, why: say`No name.` }))

  let [seq, notified, end] = [0, 0, 0]
  let last: T | undefined
  for (let start = 0; start < stored.length; start = end) {
    const batch = nextBatch(stored, start)
    end = start + batch.length
    const isLast = end === stored.length
    const newIds = recipeIds.slice(notified, end)
    const shouldNotify = start > 0 && (isLast || newIds.length >= notifyEvery)
    let didNotFit = 0
    last = await write(async (tx) => {
      await checkRecipeQuota(tx, limits, member.householdId, stored.length - start)
      if (start === 0) seq = await recordChange(tx, member, recipesImported, { recipeIds }, [])
      else if ((await findUndoSeq(tx, member.householdId, seq)) !== null)
        throw conflict('import_taken_back', 'Someone undid this import before it was complete.')
      didNotFit = await keepBatch(tx, limits, member, batch)
      if (shouldNotify) await recordChange(tx, member, recipeImportContinued, { recipeIds: newIds })
      const sum = { imported: recipes.length, skipped, picturesLeftOut: picturesLeftOut + didNotFit }
      return { ...sum, recipeIds: isLast ? recipeIds : [] }
    })
    picturesLeftOut += didNotFit
    if (start === 0 || shouldNotify) notified = end
  }
  if (last === undefined) throw refusals.archive_unreadable()
  return { reply: last, seq }
}

function nextBatch(stored: readonly Stored[], from: number): Stored[] {
  const batch: Stored[] = []
  let bytes = 0
  for (const recipe of stored.slice(from, from + maxBatchRecipes)) {
    bytes += recipe.row.length + (recipe.photo?.length ?? 0)
    if (batch.length > 0 && bytes > maxBatchBytes) break
    batch.push(recipe)
  }
  return batch
}

/** Stores recipes. Returns the number of photos beyond the quota. */
async function keepBatch(tx: Transaction, limits: QuotaLimits, { householdId, now }: Member, batch: readonly Stored[]): Promise<number> {
  const at = now.toISOString()
  let left = limits.storedBytes - (await storedPhotoBytes(tx, householdId))
  let didNotFit = 0
  for (const { row: bytes, photo: input } of batch) {
    const photo = input !== null && input.length <= left ? input : null
    if (photo !== null) left -= photo.length
    else if (input !== null) didNotFit += 1
    // Written by our own worker.
    const row = JSON.parse(new TextDecoder().decode(bytes)) as store.RecipeFields
    const image = photo === null ? null : String(row.version)
    await insertRecipeWithUndo(tx, { ...row, household_id: householdId, created_at: at, updated_at: at, photo: image })
    if (photo !== null) await putPhoto(tx, householdId, row.id, photo)
  }
  return didNotFit
}
