import type { TablesDraft, TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { Ingredient } from '../../contract/index.ts'
import { ingredientTable } from '../../rules/local-ingredients.ts'
import { readIngredientIntents } from './ingredient-intent.ts'

const isWhole = (to: Partial<Ingredient>): to is Ingredient => to.createdAt !== undefined

/** Returns what a waiting change of ingredients does to the rows on this device. `stockedOf` returns the ingredients that have stock. */
export const pendingIngredientChange =
  (stockedOf: (draft: TablesDraft) => ReadonlySet<string>) =>
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const changes = readIngredientIntents(intent)
    const stocked = changes.some(({ to }) => to === null) ? stockedOf(draft) : new Set()
    for (const { ingredientId, to, version } of changes) {
      const known = draft.get(ingredientTable, ingredientId)
      if (to === null) {
        if (known && !stocked.has(ingredientId)) draft.remove(ingredientTable, ingredientId)
      } else if (isWhole(to)) {
        if (!known) draft.put(ingredientTable, to)
      } else if (known) draft.put(ingredientTable, { ...known, ...to, version: Math.max(known.version, version ?? 0) })
    }
  }
