import type { AppServer } from '#app/compose.ts'
import { createHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/server/use-cases/add-lot.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import { addStore } from '#domains/stores/contract.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type Guest, signUpGuest } from '../../scripts/demo/people.ts'

/** Creates a household with a long list, every ingredient of which has a price in every store. Every tenth row is for one store only. */
export async function makeShoppingHousehold(
  server: AppServer,
  timeZone: string,
  { rowCount, storeCount }: { rowCount: number; storeCount: number },
): Promise<{ guest: Guest; householdId: HouseholdId }> {
  const guest = await signUpGuest(server, 'Quincy', 'Lister')
  const { id } = await guest.ask()(createHousehold, { body: { name: 'Five stores', timeZone, currency: 'EUR' } })
  const householdId = id as HouseholdId
  const ask = guest.ask(householdId)
  const storeIds: string[] = []
  for (let at = 0; at < storeCount; at++) storeIds.push((await ask(addStore, { body: { name: `Store ${at + 1}` } })).id)
  const now = new Date()
  const today = dateInTimeZone(timeZone, now)
  const member = { userId: guest.userId, sessionId: '', isToken: false, now, householdId, role: 'OWNER' as const, timeZone, today }
  const nameOf = (at: number) => `Ingredient number ${at + 1}`
  const categories = ['Produce', 'Dairy', 'Bakery', 'Pantry', 'Frozen', 'Household']
  for (let from = 0; from < rowCount; from += 100)
    await server.database.write(householdId, 'shopping household', async (tx) => {
      for (let at = from; at < Math.min(rowCount, from + 100); at++)
        for (const [store, storeId] of storeIds.entries())
          await addLot(tx, member, {
            ingredient: { name: nameOf(at), category: categories[at % categories.length] ?? 'Other' },
            quantity: 500,
            unit: 'g',
            purchasePrice: 1 + ((at * 7 + store * 3) % 40) / 10,
            storeId,
          })
    })
  for (let at = 0; at < rowCount; at++)
    await ask(addShoppingItem, {
      body: {
        ingredientName: nameOf(at),
        suggestedQuantity: 250,
        unit: 'g',
        ...(at % 10 === 0 ? { storeIds: [storeIds[(at / 10) % storeCount] ?? ''] } : {}),
      },
    })
  await server.jobs.settle()
  return { guest, householdId }
}
