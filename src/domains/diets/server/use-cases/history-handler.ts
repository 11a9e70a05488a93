import { type HistoryHandler, userNamesOf } from '#domains/households/server/index.ts'
import { listIngredientNames } from '#domains/ingredients/server/index.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { listEaterNames } from '../store.ts'
import { undoEaterChange } from './edit-eater.ts'
import { undoFoodContents } from './set-food-contents.ts'
import { undoMealEaters } from './set-meal-eaters.ts'

interface Payload {
  eaterId?: string
  ingredientId?: string
}

function sentence(event: string, who: string, ingredient: string): string {
  if (event === contract.guestAdded.name) return say`Added the guest ${who}`
  if (event === contract.guestRemoved.name) return say`Removed the guest ${who}`
  if (event === contract.eaterChanged.name) return say`Changed what ${who} can’t eat`
  return event === contract.mealEatersChanged.name ? say`Changed who eats a meal` : say`Changed what ${ingredient} contains`
}

/** Describes changes of diets for History, and undoes them. Says of whom, never what. */
export const dietHistory: HistoryHandler = {
  names: [
    contract.guestAdded.name,
    contract.guestRemoved.name,
    contract.eaterChanged.name,
    contract.mealEatersChanged.name,
    contract.foodContentsChanged.name,
  ],
  async describe(q, householdId, changes) {
    const of = (payload: unknown) => payload as Payload
    const eaterIds = changes.flatMap(({ payload }) => of(payload).eaterId ?? [])
    const ingredientIds = changes.flatMap(({ payload }) => of(payload).ingredientId ?? [])
    const guests = await listEaterNames(q, householdId, eaterIds)
    const users = await userNamesOf(q, eaterIds)
    const ingredients = new Map((await listIngredientNames(q, householdId, ingredientIds)).map(({ id, name }) => [id, name]))
    const who = ({ eaterId = '' }: Payload) => guests.get(eaterId) ?? users.get(eaterId)?.firstName ?? say`Someone`
    const what = ({ ingredientId = '' }: Payload) => ingredients.get(ingredientId) ?? say`(deleted)`
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, who(of(payload)), what(of(payload)))]))
  },
  undo(tx, member, change) {
    if (change.name === contract.foodContentsChanged.name) return undoFoodContents(tx, member, change)
    return change.name === contract.mealEatersChanged.name ? undoMealEaters(tx, member, change) : undoEaterChange(tx, member, change)
  },
}
