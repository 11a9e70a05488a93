import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import { pendingRowChange, type RowIntent } from '#platform/web/sync/pending-row-change.ts'
import type { Cookbook } from '../../contract/cookbooks.ts'
import { changedRecipeIds, cookbookTable } from '../../rules/local-cookbooks.ts'

/** A change of a cookbook, and of others that change with it. */
export interface CookbookIntent extends RowIntent<Cookbook> {
  readonly others?: readonly RowIntent<Cookbook>[]
  /** Recipes that are put in, in this order if there is one, or taken out; the others stay. */
  readonly fill?: { readonly recipeIds: readonly string[]; readonly isIn: boolean; readonly order?: readonly string[] }
}

const rowChange = pendingRowChange(cookbookTable)

/** Returns what a waiting change of cookbooks does to the rows on this device. */
export const pendingCookbookChange =
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { others = [], fill, ...own } = intent as CookbookIntent
    for (const one of [own, ...others]) rowChange({ intent: one })(draft)
    const cookbook = fill && draft.get(cookbookTable, own.id)
    if (!cookbook) return
    const recipeIds = changedRecipeIds(cookbook.recipeIds, fill.recipeIds, fill.isIn, fill.order)
    draft.put(cookbookTable, { ...cookbook, recipeIds })
  }
