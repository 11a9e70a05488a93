import { changeUndone } from '#domains/households/contract/index.ts'
import type { ChangeConsumer, ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { mealsReserved } from '../contract/index.ts'
import { listPlanNeeds } from './use-cases/list-plan-needs.ts'
import { reserveForPlannedMeals } from './use-cases/meal-plan.ts'
import { addRepeatedMeals } from './use-cases/repeat-meal.ts'

/** Changes that affect reservations or what a recipe needs. */
const relevantChanges = /^(?:item|stock|ingredient|recipe|borrow|loan)\./

async function updateReservations(tx: Transaction, context: ConsumerContext): Promise<void> {
  if (await reserveForPlannedMeals(tx, context)) await recordChange(tx, context, mealsReserved, {})
}

/** Updates reservations for planned meals when the stock changes. */
export const mealReservationConsumer: ChangeConsumer = {
  name: 'meal-plan',
  async consume(tx, context, changes) {
    if (changes.some(({ name }) => relevantChanges.test(name) || name === changeUndone.name || name === 'list.put_away'))
      await updateReservations(tx, context)
  },
  async newDay(tx, context) {
    await addRepeatedMeals(tx, context)
    await updateReservations(tx, context)
    return false
  },
}

/** Changes that leave the plan, recipes, stock and the household's choice as they are. */
const irrelevantToList =
  /^(?:list|shopping_list|recurring_item|shopping_bundle|shopping_trip|store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/** Lists what planned meals lack, in a household whose list writes itself, when something changes and when a day begins. */
export const planListConsumer: ChangeConsumer = {
  name: 'list-plan',
  async consume(tx, context, changes) {
    if (changes.some(({ name }) => name === 'list.put_away' || !irrelevantToList.test(name))) await listPlanNeeds(tx, context)
  },
  async newDay(tx, context) {
    await listPlanNeeds(tx, context)
    return false
  },
}
