import type { ChangeConsumer } from '#platform/server/changes/change-consumer-interface.ts'
import { listPutAway, recurringItemScheduled } from '../contract/index.ts'
import { addRecurringRows } from './use-cases/add-recurring-rows.ts'
import { restockList } from './use-cases/restock-list.ts'

/** Changes that leave stock, par levels and the household's choice as they are. */
const irrelevantChanges = /^(?:list|shopping_list|recurring_item|store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/** Changes that no row of the list follows from. */
const irrelevantToRecurring = /^(?:store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/**
 * Adds what recurs to the list, and what falls below its par level in a household that wants the list to write itself: when something changes
 * and when a day begins.
 */
export const listRestockConsumer: ChangeConsumer = {
  name: 'list-restock',
  async consume(tx, context, changes) {
    if (changes.some(({ name }) => name !== recurringItemScheduled.name && !irrelevantToRecurring.test(name)))
      await addRecurringRows(tx, context)
    if (changes.some(({ name }) => name === listPutAway.name || !irrelevantChanges.test(name))) await restockList(tx, context)
  },
  async newDay(tx, context) {
    await addRecurringRows(tx, context)
    await restockList(tx, context)
    return false
  },
}
