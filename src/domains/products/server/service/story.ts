import type { Story } from '#domains/households/server/service.ts'
import { ingredientAdded, ingredientChanged, ingredientRemoved } from '../../contract.ts'
import { namesOf } from '../store.ts'
import type { StockOfFood } from './stock-of-food.ts'
import { undoIngredient } from './undo-ingredient.ts'

const verbs: Record<string, string> = {
  [ingredientAdded.name]: 'Added the food',
  [ingredientChanged.name]: 'Changed the food',
  [ingredientRemoved.name]: 'Removed the food',
}

/** What changes of foods say of themselves, and how they are taken back. */
export const productStory = (stock: StockOfFood): Story => ({
  names: Object.keys(verbs),
  async tell(q, householdId, changes) {
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
    return new Map(changes.map(({ seq, name, payload }) => [seq, `${verbs[name]} ${names.get(idOf(payload)) ?? 'that is gone'}`]))
  },
  undo: (tx, member, change) => undoIngredient(tx, member, stock, change),
})
