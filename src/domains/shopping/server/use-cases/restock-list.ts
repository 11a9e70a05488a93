import { randomUUIDv7 } from 'node:crypto'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { listRestocked } from '../../contract/index.ts'
import { planAutomaticList } from '../../rules/plan-automatic-list.ts'
import * as store from '../store/restock-causes.ts'
import { type ItemRow, listedRows } from '../store/rows.ts'
import { readRemembered } from './add-item.ts'
import { applyListChange, type RowPatch } from './apply-list-change.ts'
import { columnsOf, readParIngredients, rememberedFinder, toListed, toNewRow } from './generate-list.ts'

/**
 * Brings the default list up to date with the par levels, in a household whose list writes itself. Returns whether anything changed; records no
 * change otherwise.
 */
export async function restockList(tx: Transaction, context: ConsumerContext): Promise<boolean> {
  const { householdId, today } = context
  const causes = (await store.listCauses(tx, householdId)).map(({ is_put_away, ...cause }) => ({ ...cause, isPutAway: is_put_away === 1 }))
  if (!(await store.restocksList(tx, householdId))) {
    // Once it is switched on again, everything below par is due.
    await store.deleteCauses(
      tx,
      householdId,
      causes.map(({ id }) => id),
    )
    return false
  }
  const { stock, ingredients } = await readParIngredients(tx, { householdId, today })
  const rows = new Map((await listedRows(tx, householdId, 'all')).map((row) => [row.id, row]))
  const plan = planAutomaticList(ingredients, [...rows.values()].map(toListed), causes)
  const remembered = await readRemembered(
    tx,
    householdId,
    plan.add.map((row) => columnsOf(row).food_key),
  )
  const rememberedOf = rememberedFinder(stock, remembered)
  const added = plan.add.map(columnsOf).map((row) => toNewRow(row, rememberedOf(row)))
  const existing = (id: string) => rows.get(id) as ItemRow
  const patches: RowPatch[] = [
    ...added.map((create): RowPatch => ({ create })),
    ...plan.change.map(({ id, to }): RowPatch => ({ row: existing(id), set: columnsOf(to) })),
    ...plan.remove.map((id): RowPatch => ({ row: existing(id), set: { state: 'removed' } })),
  ]
  if (patches.length > 0) await applyListChange(tx, context, listRestocked, patches)
  await store.deleteCauses(tx, householdId, plan.endedCauses)
  const begun = [...plan.newCauses, ...added.map((row) => ({ ingredientId: row.ingredient_id, itemId: row.id }))]
  await store.insertCauses(
    tx,
    begun.map(({ ingredientId, itemId }) => ({
      household_id: householdId,
      id: randomUUIDv7(),
      ingredient_id: ingredientId,
      item_id: itemId,
    })),
  )
  return patches.length > 0
}
