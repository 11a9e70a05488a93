import { hash, randomUUIDv7 } from 'node:crypto'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { ingredientFinder, listBarcodes } from '#domains/ingredients/server/index.ts'
import { inStock } from '#domains/inventory/server/index.ts'
import { recipeNames } from '#domains/recipes/server/index.ts'
import { listedThings } from '#domains/shopping/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { timeSlices } from '#platform/server/workers/time-slices.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Import, Reason } from '../../contract.ts'
import { isRefused, type Plan, type PlanRow, type RefusedRow } from '../../rules/plan.ts'
import * as store from '../store.ts'
import { lotIdsOf } from './import-rows.ts'
import { readImport } from './to-response.ts'

/** Rows written by one transaction; others are served between two. */
const together = 250
const maxPreviews = 4

/** How a call that waits for more than the database meets it. */
interface PreviewDeps {
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** Keys are compared and nothing else, and a file may make them as long as it likes. */
const shortKey = (key: string) => hash('sha256', key, 'base64url')

type Known = Pick<store.RowOfImport, 'state' | 'reason' | 'match_name' | 'target_id'>
const isNew: Known = { state: 'new', reason: null, match_name: null, target_id: null }
const known = (reason: Reason, target_id: string | null = null, match_name: string | null = null): Known => ({
  state: 'known',
  reason,
  match_name,
  target_id,
})

/**
 * Keeps what a file says as a preview, with what the household has of it already. Until `openPreview` nobody sees it: a server that stops
 * here leaves a part behind, which a later preview clears away.
 */
export async function savePreview({ read, writeOnce }: PreviewDeps, member: Member, plan: Plan): Promise<string> {
  const { householdId } = member
  const id = randomUUIDv7()
  const rows = await read(householdId, (q) => matched(q, householdId, plan))
  const at = member.now.toISOString()
  const head: store.ImportHead = {
    household_id: householdId,
    id,
    source: plan.source,
    state: 'preview',
    made_by: member.userId,
    counted_as_pieces: JSON.stringify(plan.countedAsPieces),
    done_rows: 0,
    // Nothing to be seen yet.
    total_rows: 0,
    created_at: at,
    updated_at: at,
    finished_at: null,
  }
  const numbered = rows.map((row, place): store.RowOfImport => ({ household_id: householdId, import_id: id, no: place + 1, ...row }))
  await writeOnce(householdId, async (tx) => {
    await dropOld(tx, householdId)
    await store.insertImport(tx, head)
  })
  const pauseWhenDue = timeSlices()
  for (let from = 0; from < numbered.length; from += together) {
    await writeOnce(householdId, (tx) => store.insertRows(tx, numbered.slice(from, from + together)))
    await pauseWhenDue()
  }
  return id
}

/** The preview as it stands, once all of it is there. */
export async function openPreview(tx: Transaction, { householdId }: Member, id: string, rows: number): Promise<Import> {
  await store.moveImport(tx, householdId, id, 'preview', { total_rows: rows })
  return readImport(tx, householdId, id)
}

async function dropOld(tx: Transaction, householdId: HouseholdId): Promise<void> {
  for (const old of await store.oldPreviews(tx, householdId, maxPreviews)) await store.deleteImport(tx, householdId, old, 'preview')
}

type Written = Omit<store.RowOfImport, 'household_id' | 'import_id' | 'no'>

async function matched(q: Reader, householdId: HouseholdId, plan: Plan): Promise<Written[]> {
  const find = await ingredientFinder(q, householdId)
  const codes = new Set((await listBarcodes(q, householdId)).map(({ code }) => code))
  const [recipes, listed] = [await recipeNames(q, householdId), await listedThings(q, householdId)]
  const pauseWhenDue = timeSlices()
  const shortKeys = new Map<PlanRow, string>()
  for (const row of plan.rows) {
    if (!isRefused(row)) shortKeys.set(row, shortKey(row.key))
    await pauseWhenDue()
  }
  const keys = [...shortKeys.values()]
  const before = new Set<string>()
  for (let from = 0; from < keys.length; from += 500) {
    for (const key of await store.knownKeys(q, householdId, keys.slice(from, from + 500))) before.add(key)
    await pauseWhenDue()
  }
  const lotIds = lotIdsOf(plan.rows.flatMap((row) => (row.kind === 'lot' && !isRefused(row) ? [row.data] : [])))
  const here = new Set<string>()
  for (let from = 0; from < lotIds.length; from += 500) {
    for (const id of await inStock(q, householdId, lotIds.slice(from, from + 500))) here.add(id)
    await pauseWhenDue()
  }

  const knownOf = (row: PlanRow): Known => {
    const ingredient = row.kind === 'recipe' ? null : find(row.kind === 'food' ? row.data.name : row.data.food)
    const match = ingredient && nameKey(ingredient.name) !== nameKey(row.name) ? ingredient.name : null
    if (row.kind === 'food')
      return ingredient ? known('food_here', ingredient.id, match) : { ...isNew, ...(row.isDoubtful ? { reason: 'number_doubtful' } : {}) }
    if (row.kind === 'lot' && row.data.lotId !== undefined && here.has(row.data.lotId)) return known('lot_here', row.data.lotId, match)
    if (before.has(shortKeys.get(row) ?? '')) return known('brought_before', null, match)
    if (row.kind === 'barcode' && codes.has(row.data.code)) return known('code_taken', null, match)
    const isListed = (ingredient && listed.ingredientIds.has(ingredient.id)) || listed.ingredientKeys.has(ingredientKey(row.name))
    if (row.kind === 'list' && isListed) return known('on_list', null, match)
    if (row.kind === 'recipe' && recipes.has(nameKey(row.name))) return known('recipe_here')
    return { ...isNew, match_name: match, ...(row.isDoubtful ? { reason: 'number_doubtful' } : {}) }
  }
  const rows: Written[] = []
  for (const row of plan.rows) {
    rows.push(
      isRefused(row)
        ? refused(row)
        : { ...requireImport(row), source_key: shortKeys.get(row) ?? null, data: JSON.stringify(row.data), ...knownOf(row) },
    )
    await pauseWhenDue()
  }
  return rows
}

const requireImport = ({ kind, place, name }: PlanRow | RefusedRow) => ({ kind, place: place.slice(0, 100), name: name.slice(0, 160) })
const refused = (row: RefusedRow): Written => ({
  ...requireImport(row),
  source_key: null,
  data: null,
  state: 'refused',
  reason: row.refused,
  match_name: null,
  target_id: null,
})
