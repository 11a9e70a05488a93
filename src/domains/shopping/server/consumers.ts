import type { ChangeConsumer, ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { listPutAway, recurringItemScheduled } from '../contract/index.ts'
import { addRecurringRows } from './use-cases/add-recurring-rows.ts'
import { restockList } from './use-cases/restock-list.ts'

/** Changes that leave stock, par levels and the household's choice as they are. */
const irrelevantChanges = /^(?:list|shopping_list|recurring_item|store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/** Changes that no row of the list follows from. */
const irrelevantToRecurring = /^(?:store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/** Does what `restockList` does, and follows the rows of what recurs: a consumer may not be called with what it recorded itself. */
async function restock(tx: Transaction, context: ConsumerContext): Promise<void> {
  if (await restockList(tx, context)) await addRecurringRows(tx, context)
}

/**
 * Adds what recurs to the list, and what falls below its par level in a household that wants the list to write itself: when something changes
 * and when a day begins.
 */
export const listRestockConsumer: ChangeConsumer = {
  name: 'list-restock',
  async consume(tx, context, changes) {
    if (changes.some(({ name }) => name !== recurringItemScheduled.name && !irrelevantToRecurring.test(name)))
      await addRecurringRows(tx, context)
    if (changes.some(({ name }) => name === listPutAway.name || !irrelevantChanges.test(name))) await restock(tx, context)
  },
  async newDay(tx, context) {
    await addRecurringRows(tx, context)
    await restock(tx, context)
    return false
  },
}
