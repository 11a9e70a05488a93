import { z } from 'zod'
import { Note } from '#domains/ingredients/contract/index.ts'
import {
  addShoppingItem,
  changeRecurringItem,
  getShoppingList,
  Interval,
  listBundles,
  listNamedLists,
  listRecurringItems,
  listTrips,
  Priority,
  Reason,
  repeatItem,
  type ShoppingItem,
  type ShoppingTrip,
} from '#domains/shopping/contract/index.ts'
import { findListByName } from '#domains/shopping/server/index.ts'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { tool } from './index.ts'

const ShoppingRow = z.object({
  name: z.string(),
  quantity: z.number(),
  unit: Unit,
  aisle: z.string(),
  priority: Priority,
  reason: Reason,
  note: z.string(),
  stores: z.array(z.string()),
  isChecked: z.boolean(),
})
const toRow = (
  { ingredientName, suggestedQuantity, unit, category, priority, reason, note, storeIds, isChecked }: ShoppingItem,
  stores: readonly Store[],
): z.infer<typeof ShoppingRow> => ({
  name: ingredientName,
  quantity: suggestedQuantity,
  unit,
  aisle: category,
  priority,
  reason,
  note,
  stores: stores.filter(({ id }) => storeIds.includes(id)).map(({ name }) => name),
  isChecked,
})

const Shopper = z.object({
  name: z.string(),
  store: z.string().nullable(),
  since: z.string(),
  rowsInBasket: z.int(),
  rowsLeft: z.int(),
})
const toShopper = (
  { shopper, storeId, startedAt, basketCount, leftCount }: ShoppingTrip,
  stores: readonly Store[],
): z.infer<typeof Shopper> => ({
  name: `${shopper.firstName} ${shopper.lastName}`,
  store: stores.find(({ id }) => id === storeId)?.name ?? null,
  since: startedAt,
  rowsInBasket: basketCount,
  rowsLeft: leftCount,
})

/** Returns the ids of stores by name. Throws `unknown_store`, naming the stores there are. */
function idsOf(names: readonly string[], stores: readonly Store[]): string[] {
  return names.map((name) => {
    const found = stores.find((store) => nameKey(store.name) === nameKey(name))
    if (!found) throw invalid('unknown_store', say`There is no store ${name}. The stores: ${stores.map((store) => store.name).join(', ')}`)
    return found.id
  })
}

const Repeating = z.object({ name: z.string(), every: Interval, dueOn: z.string() })

export const ListName = Name(60).optional().describe('Name of another list; without it, the shopping list itself')

export const shoppingListTools = [
  tool({
    name: 'shopping_lists',
    title: 'The shopping lists',
    description:
      'The names of the lists that the household has besides the shopping list itself, such as one for a party. Give a name as `list` to the other tools.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ lists: z.array(z.object({ name: z.string() })) }),
    async run({ call }) {
      const lists = await call(listNamedLists)
      return { lists: lists.flatMap(({ name, isArchived }) => (isArchived ? [] : [{ name }])) }
    },
  }),
  tool({
    name: 'shopping_bundles',
    title: 'Bundles for the shopping list',
    description:
      'Items that the household puts on its list together, such as what taco night needs. To add a bundle, add each of its items to the list.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ bundles: z.array(z.object({ name: z.string(), items: z.array(z.string()) })) }),
    async run({ call }) {
      return { bundles: (await call(listBundles)).map(({ name, items }) => ({ name, items })) }
    },
  }),
  tool({
    name: 'shopping_list',
    title: 'The shopping list',
    description:
      'The shopping list, in the order of the store’s aisles. `stores` says where to buy it; empty is anywhere. `isChecked` means that it is already in the cart. `shoppers` are those who are in a store with the list right now, since when, and what is left for them to buy. `repeating` is what any list adds again after an interval, and when next.',
    does: 'reads',
    input: z.object({ list: ListName }).strict(),
    output: z.object({
      rows: z.array(ShoppingRow),
      estimatedCost: z.number(),
      rowsWithoutPrice: z.int(),
      shoppers: z.array(Shopper),
      repeating: z.array(Repeating),
    }),
    async run({ call }, { list }) {
      const listId = list === undefined ? null : findListByName(list, await call(listNamedLists))
      const query = listId === null ? {} : { list: listId }
      const [{ items, stats }, stores, trips] = [await call(getShoppingList, { query }), await call(listStores), await call(listTrips)]
      return {
        rows: items.map((item) => toRow(item, stores)),
        estimatedCost: stats.estimatedTotalCost,
        rowsWithoutPrice: stats.unpricedItems,
        repeating: (await call(listRecurringItems)).map(({ ingredientName: name, every, dueOn }) => ({ name, every, dueOn })),
        shoppers: trips.filter((trip) => trip.listId === listId).map((trip) => toShopper(trip, stores)),
      }
    },
  }),
  tool({
    name: 'add_to_shopping_list',
    title: 'Put something on the list',
    description:
      'Adds one item to the shopping list. Omitted fields come from the ingredient. If an unchecked row has the same item, its quantity is increased, so check the list before adding again.',
    does: 'adds',
    input: z
      .object({
        name: Name(120),
        quantity: Quantity.optional(),
        unit: Unit.optional(),
        priority: Priority.optional(),
        note: Note.optional(),
        list: ListName,
        stores: z.array(Name(60)).max(20).optional().describe('Names of the household’s stores where to buy it; empty for anywhere'),
        repeatEvery: Interval.optional().describe('Adds it again this long after it was bought, again and again'),
      })
      .strict(),
    output: z.object({
      row: ShoppingRow,
      repeats: z.boolean().optional().describe('With `repeatEvery`: false if it was added, but could not be set to repeat'),
    }),
    async run({ call }, { name, quantity, unit, priority, note, list, stores: names, repeatEvery }) {
      const stores = await call(listStores)
      const body = {
        ingredientName: name,
        ...(quantity === undefined ? {} : { suggestedQuantity: quantity }),
        ...(unit === undefined ? {} : { unit }),
        ...(priority === undefined ? {} : { priority }),
        ...(note === undefined ? {} : { note }),
        ...(list === undefined ? {} : { listId: findListByName(list, await call(listNamedLists)) }),
        ...(names === undefined ? {} : { storeIds: idsOf(names, stores) }),
      }
      const row = await call(addShoppingItem, { body })
      if (repeatEvery === undefined) return { row: toRow(row, stores) }
      try {
        const { id } = await call(repeatItem, { body: { itemId: row.id, every: repeatEvery } })
        // The row may have had some already.
        if (quantity !== undefined && unit !== undefined)
          await call(changeRecurringItem, { params: { id }, body: { suggestedQuantity: quantity, unit } })
        return { row: toRow(row, stores), repeats: true }
      } catch (error) {
        // The item is on the list: an error would make the assistant add it again.
        if (!(error instanceof Problem)) throw error
        return { row: toRow(row, stores), repeats: false }
      }
    },
  }),
]
