import type { HistoryDescriber } from '#domains/households/server/index.ts'
import { say } from '#platform/shared/say.ts'
import { ingredientAdded, ingredientChanged, ingredientRemoved } from '../../contract/index.ts'
import { namesOf } from '../store.ts'
import type { IngredientStock } from './ingredient-stock.ts'
import { undoIngredient } from './undo-ingredient.ts'

function sentence(name: string, food: string): string {
  if (name === ingredientAdded.name) return say`Added the ingredient ${food}`
  return name === ingredientChanged.name ? say`Changed the ingredient ${food}` : say`Deleted the ingredient ${food}`
}

/** What changes of foods say of themselves, and how they are taken back. */
export const ingredientHistory = (stock: IngredientStock): HistoryDescriber => ({
  names: [ingredientAdded, ingredientChanged, ingredientRemoved].map(({ name }) => name),
  async describe(q, householdId, changes) {
    const idOf = (payload: unknown) => (payload as { ingredientId: string }).ingredientId
    const names = new Map(
      (
        await namesOf(
          q,
          householdId,
          changes.map(({ payload }) => idOf(payload)),
        )
      ).map(({ id, name }) => [id, name]),
    )
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, names.get(idOf(payload)) ?? say`(deleted)`)]))
  },
  undo: (tx, member, change) => undoIngredient(tx, member, stock, change),
})
