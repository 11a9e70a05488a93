import { z } from 'zod'
import { type JudgedPack, listPackAdvice } from '#domains/forecast/contract.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { listStorePrices } from '#domains/inventory/contract.ts'
import { getShoppingList, listNamedLists } from '#domains/shopping/contract/index.ts'
import { totalByStore } from '#domains/shopping/rules/store-totals.ts'
import { findListByName } from '#domains/shopping/server/index.ts'
import { listStores, type Store } from '#domains/stores/contract.ts'
import { fromCents } from '#platform/shared/quantity-and-money.ts'
import { Unit } from '#platform/shared/units.ts'
import { tool } from './index.ts'
import { ListName } from './shopping-list-tools.ts'

const nameOf = (id: string | null, stores: readonly Store[]) => stores.find((store) => store.id === id)?.name ?? null

const StoreCost = z.object({
  store: z.string(),
  cost: z.number().describe('Of the rows with a known price there, in the household’s currency'),
  rowsWithPrice: z.int(),
  rowsWithoutPrice: z.int(),
  moreThanCheapest: z.number().nullable().describe('For the rows that have a price in both stores; null if nothing says so'),
})

const PackSize = z.object({
  quantity: z.number(),
  unit: Unit,
  price: z.number(),
  store: z.string().nullable(),
  chanceOfWaste: z.number().describe('Probability (0 to 1) that some of it is thrown away'),
  expectedWaste: z.number().describe('Share of it (0 to 1) that is expected to be thrown away'),
})
const toPackSize = ({ quantity, price, storeId, chance, thrown }: JudgedPack, unit: Unit, stores: readonly Store[]) => ({
  quantity,
  unit,
  price,
  store: nameOf(storeId, stores),
  chanceOfWaste: chance,
  expectedWaste: thrown,
})

export const priceTools = [
  tool({
    name: 'compare_stores',
    title: 'What the list costs in each store',
    description:
      'What the unchecked rows of the shopping list cost in each store, at what the household last paid there in the past half year. Rows for other stores don’t count. `cheapest` is null unless one store is cheaper than each other one for the rows they have in common.',
    does: 'reads',
    input: z.object({ list: ListName }).strict(),
    output: z.object({ stores: z.array(StoreCost), cheapest: z.string().nullable() }),
    async run({ call, member }, { list }) {
      const listId = list === undefined ? null : findListByName(list, await call(listNamedLists))
      const { items } = await call(getShoppingList, { query: listId === null ? {} : { list: listId } })
      const [stores, prices, ingredients] = [await call(listStores), await call(listStorePrices), await call(listIngredients)]
      const conversions = new Map(ingredients.map((one) => [one.id, one.conversions]))
      const ids = stores.map(({ id }) => id)
      const { totals, cheapestId } = totalByStore(items, prices, ids, (id) => conversions.get(id), member.today)
      return {
        stores: totals.map(({ storeId, cents, itemCount, unpricedCount, more }) => ({
          store: nameOf(storeId, stores) ?? '',
          cost: fromCents(cents),
          rowsWithPrice: itemCount - unpricedCount,
          rowsWithoutPrice: unpricedCount,
          moreThanCheapest: more && fromCents(more.cents),
        })),
        cheapest: nameOf(cheapestId, stores),
      }
    },
  }),
  tool({
    name: 'better_pack_sizes',
    title: 'Packs that cost less per amount eaten',
    description:
      'Ingredients of which another size that the household has bought is clearly cheaper per amount eaten, by what is expected to be thrown away. Empty while there are too few records.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ ingredients: z.array(z.object({ name: z.string(), usual: PackSize, better: PackSize })) }),
    async run({ call }) {
      const [advice, stores, ingredients] = [await call(listPackAdvice), await call(listStores), await call(listIngredients)]
      const names = new Map(ingredients.map(({ id, name }) => [id, name]))
      return {
        ingredients: advice.flatMap(({ ingredientId, unit, usual, better }) => {
          const name = names.get(ingredientId)
          return name === undefined ? [] : [{ name, usual: toPackSize(usual, unit, stores), better: toPackSize(better, unit, stores) }]
        }),
      }
    },
  }),
]
