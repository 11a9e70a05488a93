import { z } from 'zod'
import { addShoppingItem, getShoppingList, Priority, Reason, type ShoppingItem } from '#domains/shopping/contract/index.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Name } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { tool } from './index.ts'

const Row = z.object({
  name: z.string(),
  quantity: z.number(),
  unit: Unit,
  aisle: z.string(),
  priority: Priority,
  reason: Reason,
  isChecked: z.boolean(),
})
const shown = ({ ingredientName, suggestedQuantity, unit, category, priority, reason, isChecked }: ShoppingItem): z.infer<typeof Row> => ({
  name: ingredientName,
  quantity: suggestedQuantity,
  unit,
  aisle: category,
  priority,
  reason,
  isChecked,
})

export const listTools = [
  tool({
    name: 'shopping_list',
    title: 'The shopping list',
    description: 'What is on the shopping list, in the order of a walk through the shop. `isChecked`: it is in the basket already.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ rows: z.array(Row), estimatedCost: z.number(), rowsWithoutPrice: z.int() }),
    async run({ ask }) {
      const { items, stats } = await ask(getShoppingList)
      return { rows: items.map(shown), estimatedCost: stats.estimatedTotalCost, rowsWithoutPrice: stats.unpricedItems }
    },
  }),
  tool({
    name: 'add_to_shopping_list',
    title: 'Put something on the list',
    description:
      'Puts one thing on the shopping list. What is left out is known from the food. The same thing in an open row is added to that row, so look at the list before adding twice.',
    does: 'adds',
    input: z.object({ name: Name(120), quantity: Quantity.optional(), unit: Unit.optional(), priority: Priority.optional() }).strict(),
    output: z.object({ row: Row }),
    async run({ ask }, { name, quantity, unit, priority }) {
      const body = {
        ingredientName: name,
        ...(quantity === undefined ? {} : { suggestedQuantity: quantity }),
        ...(unit === undefined ? {} : { unit }),
        ...(priority === undefined ? {} : { priority }),
      }
      return { row: shown(await ask(addShoppingItem, { body })) }
    },
  }),
]
