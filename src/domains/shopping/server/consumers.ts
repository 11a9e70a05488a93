import type { ChangeConsumer } from '#platform/server/changes/change-consumer-interface.ts'
import { listPutAway } from '../contract/index.ts'
import { restockList } from './use-cases/restock-list.ts'

/** Changes that leave stock, par levels and the household's choice as they are. */
const irrelevantChanges = /^(?:list|shopping_list|store|aisles|notification|alert|member|invite|webhook|guest_link)\./

/** Writes the list of a household that wants it to write itself, when stock changes and when a day begins. */
export const listRestockConsumer: ChangeConsumer = {
  name: 'list-restock',
  async consume(tx, context, changes) {
    if (changes.some(({ name }) => name === listPutAway.name || !irrelevantChanges.test(name))) await restockList(tx, context)
  },
  async newDay(tx, context) {
    await restockList(tx, context)
    return false
  },
}
