import { type RollbackTarget, rollbackDiets, rollbackMealEaters } from '#domains/diets/server/index.ts'
import { listMergedInto, rollbackBarcode, rollbackIngredient } from '#domains/ingredients/server/index.ts'
import { findStockedIngredients, hasLotsFrom, rollbackLots } from '#domains/inventory/server/index.ts'
import { rollbackLabels } from '#domains/labels/server/index.ts'
import { rollbackPlaces } from '#domains/places/server/index.ts'
import {
  deleteIngredientMatches,
  listConfirmedIds,
  reserveForImported,
  rollbackCookbooks,
  rollbackPlan,
  rollbackRecipe,
} from '#domains/recipes/server/index.ts'
import { deleteLearned, listLearnedIngredients } from '#domains/scanning/server/index.ts'
import { filterManuallyListed, hasRowsFor, rollbackNamedLists, rollbackRows } from '#domains/shopping/server/index.ts'
import { rollbackStores } from '#domains/stores/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as contract from '../../contract.ts'
import type { LearnedMatches, PlanData } from '../../rules/import-plan.ts'
import * as store from '../store.ts'
import { rollbackSetting } from './import-settings.ts'

type Row = store.ImportRowRecord

/** Undoes rows of one kind. Keeps those that are in use, or changed since unless it is a sample kitchen, with the reason. */
export async function rollbackImportedRows(tx: Transaction, member: Member, head: store.ImportRecord, rows: readonly Row[]): Promise<void> {
  const ids = rows.map(targetOf)
  const payload = { importId: head.id }
  const options = { includeChanged: head.source === 'sample' }
  const kept = new Map<string, contract.Reason>()
  const keepChanged = (changed: Iterable<string>) => {
    for (const id of changed) kept.set(id, 'changed_since')
  }
  switch (rows[0]?.kind) {
    case 'lot':
    case 'past': {
      const events = { removed: contract.lotsRolledBack, moved: contract.movementsImported }
      keepChanged(await rollbackLots(tx, member, events, ids, { ...payload, source: head.source }, options))
      break
    }
    case 'list':
    case 'recipe':
    case 'barcode':
    case 'plan':
    case 'diet':
    case 'setting': {
      for (const [id, reason] of await rollbackOf[rows[0].kind](tx, member, head, rows)) kept.set(id, reason)
      break
    }
    default: {
      const isImported = importedMatches(head, rows)
      const references = await referencesOf(tx, member.householdId, ids, { ...options, isImported })
      for (const id of ids) {
        const why = references.get(id) ?? ((await rollbackIngredient(tx, member, id, options)) ? null : 'changed_since')
        if (why) kept.set(id, why)
      }
      const removed = rows.filter((row) => !kept.has(targetOf(row)))
      await deleteImportedMatches(tx, member, removed)
      const ingredientIds = ids.filter((id) => !kept.has(id))
      if (ingredientIds.length > 0) await recordChange(tx, member, contract.ingredientsRolledBack, { ...payload, ingredientIds })
    }
  }
  const whyOf = (row: Row) => kept.get(row.kind === 'barcode' ? String(row.no) : targetOf(row)) ?? null
  for (const reason of new Set(rows.map(whyOf)))
    await store.saveRowResults(
      tx,
      head,
      rows.filter((row) => whyOf(row) === reason),
      { state: reason ? 'kept' : 'taken_back', reason },
    )
  const undoneKeys = rows
    .filter((row) => whyOf(row) === null)
    .flatMap((row) => [row.source_key ?? [], keyOncePastOf(row), addedKeyOf(row)].flat())
  await store.dropKeys(tx, member.householdId, head.id, undoneKeys)
}

/** Whether a match of an ingredient came with the import. One that the household confirmed at a later time didn't. */
type IsImported = (ingredientId: string, kind: keyof LearnedMatches, key: string, at?: string) => boolean

const learnedOf = (row: Row) => (JSON.parse(row.data ?? '{}') as Partial<PlanData['food']>).learned

function importedMatches({ finished_at: finishedAt }: store.ImportRecord, rows: readonly Row[]): IsImported {
  const learned = new Map(rows.map((row) => [targetOf(row), learnedOf(row)]))
  return (ingredientId, kind, key, at = '') => {
    const keys = learned.get(ingredientId)?.[kind].map((one) => (typeof one === 'string' ? one : one.id))
    return keys?.includes(key) === true && at <= (finishedAt ?? at)
  }
}

/** Deletes what was learned about ingredients that are no more. */
async function deleteImportedMatches(tx: Transaction, { householdId }: Member, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const learned = learnedOf(row)
    if (!learned) continue
    await deleteLearned(tx, householdId, targetOf(row), learned)
    await deleteIngredientMatches(tx, householdId, targetOf(row), learned.recipes)
  }
}

type NotUndone = Iterable<readonly [id: string, reason: contract.Reason]>
const changedSince = (ids: readonly string[]): NotUndone => ids.map((id) => [id, 'changed_since'] as const)

/** Returns the numbers of the rows that are kept. */
async function rollbackBarcodes(tx: Transaction, member: Member, head: store.ImportRecord, rows: readonly Row[]): Promise<NotUndone> {
  const kept: string[] = []
  for (const row of rows) if (!(await rollbackBarcode(tx, member.householdId, codeOf(row), targetOf(row)))) kept.push(String(row.no))
  const ingredientIds = [...new Set(rows.filter(({ no }) => !kept.includes(String(no))).map(targetOf))]
  if (ingredientIds.length > 0) await recordChange(tx, member, contract.ingredientsRolledBack, { importId: head.id, ingredientIds })
  return changedSince(kept)
}

/** Undo rows of a kind. Each returns the ids of those that are kept, of barcodes the numbers of their rows, with the reason. */
const rollbackOf: Record<
  'barcode' | 'list' | 'recipe' | 'plan' | contract.AskedKind,
  (tx: Transaction, member: Member, head: store.ImportRecord, rows: readonly Row[]) => Promise<NotUndone>
> = {
  barcode: rollbackBarcodes,
  async list(tx, member, head, rows) {
    const [ids, options] = [rows.map(targetOf), { includeChanged: head.source === 'sample' }]
    const named = rows.map((row) => ({ id: targetOf(row), ...(JSON.parse(row.data ?? '{}') as PlanData['list']) }))
    const done = [
      await rollbackLabels(tx, member, ids, options),
      await rollbackPlaces(tx, member, ids, options),
      await rollbackNamedLists(tx, member, named, options),
      await rollbackStores(tx, member, named, { ...options, isInUse: (id) => isStoreInUse(tx, member.householdId, id) }),
    ]
    const others = ids.filter((id) => !done.some((one) => one.ids.has(id)))
    const event = contract.listItemsRolledBack
    const kept = others.length > 0 ? await rollbackRows(tx, member, event, others, { importId: head.id }, options) : []
    return changedSince([...done.flatMap((one) => [...one.kept]), ...kept])
  },
  async recipe(tx, member, head, rows) {
    const [ids, options] = [rows.map(targetOf), { includeChanged: head.source === 'sample' }]
    const cookbooks = await rollbackCookbooks(tx, member, ids, options)
    const [kept, recipeIds]: [string[], string[]] = [cookbooks.kept, []]
    for (const id of ids.filter((id) => !cookbooks.ids.has(id))) {
      const isRemoved = await rollbackRecipe(tx, member, id, options)
      if (isRemoved) recipeIds.push(id)
      else kept.push(id)
    }
    if (recipeIds.length > 0) await recordChange(tx, member, contract.recipesRolledBack, { importId: head.id, recipeIds })
    return changedSince(kept)
  },
  async plan(tx, member, head, rows) {
    const ids = rows.map(targetOf)
    // Before the repeats, which release those whom they were carried for.
    const eaters = await rollbackMealEaters(tx, member, rows.map(toTarget), head.finished_at)
    const plan = await rollbackPlan(tx, member, ids, { includeChanged: head.source === 'sample' })
    if (plan.removed.length > 0) {
      await recordChange(tx, member, contract.mealsRolledBack, { importId: head.id, entryIds: plan.removed })
      await reserveForImported(tx, member)
    }
    return [...changedSince(plan.kept), ...eaters.kept]
  },
  diet: async (tx, member, head, rows) => (await rollbackDiets(tx, member, rows.map(toTarget), head.finished_at)).kept,
  async setting(tx, member, _head, rows) {
    const kept: string[] = []
    for (const row of rows)
      if (!(await rollbackSetting(tx, member, JSON.parse(row.data ?? '{}') as PlanData['setting']))) kept.push(targetOf(row))
    return changedSince(kept)
  },
}

function keyOncePastOf(row: Row): string[] {
  const { keyOncePast } = JSON.parse(row.data ?? '{}') as Partial<PlanData['lot']>
  return keyOncePast === undefined ? [] : [store.shortKey(keyOncePast)]
}

function addedKeyOf(row: Row): string[] {
  const { ownList, ownStore } = JSON.parse(row.data ?? '{}') as Partial<PlanData['list']>
  return ownList || ownStore ? [store.addedKey(targetOf(row))] : []
}

const isStoreInUse = async (q: Reader, householdId: HouseholdId, storeId: string): Promise<boolean> =>
  (await hasLotsFrom(q, householdId, storeId)) || hasRowsFor(q, householdId, storeId)

const targetOf = (row: Row) => row.target_id ?? ''
const toTarget = (row: Row): RollbackTarget => {
  const { version = null } = JSON.parse(row.data ?? '{}') as Partial<store.ErasedRow>
  return { id: targetOf(row), version }
}
const codeOf = (row: Row) => (JSON.parse(row.data ?? '{}') as PlanData['barcode']).code

const findReferences = [filterManuallyListed, listConfirmedIds, listLearnedIngredients, listMergedInto]

/**
 * Returns why imported ingredients can't be removed: they have stock, or other data refers to them. Past stock counts, unless
 * `includeChanged`; matches that came with the import don't.
 */
async function referencesOf(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
  { includeChanged, isImported }: { includeChanged: boolean; isImported: IsImported },
): Promise<Map<string, contract.Reason>> {
  const { now, ever } = await findStockedIngredients(q, householdId, ingredientIds)
  const needed = includeChanged ? [] : [...ever]
  for (const find of findReferences) needed.push(...(await find(q, householdId, ingredientIds, isImported)))
  return new Map([...needed.map((id) => [id, 'needed_since'] as const), ...[...now].map((id) => [id, 'in_use'] as const)])
}
