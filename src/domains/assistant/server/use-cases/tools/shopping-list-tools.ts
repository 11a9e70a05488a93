import { z } from 'zod'
import { Note } from '#domains/ingredients/contract/index.ts'
import { addShoppingItem, getShoppingList, Priority, Reason, type ShoppingItem } from '#domains/shopping/contract/index.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
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
  isChecked: z.boolean(),
})
const toRow = ({
  ingredientName,
  suggestedQuantity,
  unit,
  category,
  priority,
  reason,
  note,
  isChecked,
}: ShoppingItem): z.infer<typeof ShoppingRow> => ({
  name: ingredientName,
  quantity: suggestedQuantity,
  unit,
  aisle: category,
  priority,
  reason,
  note,
  isChecked,
})

export const shoppingListTools = [
  tool({
    name: 'shopping_list',
    title: 'The shopping list',
    description: 'The shopping list, in the order of the shop’s aisles. `isChecked` means that it is already in the basket.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ rows: z.array(ShoppingRow), estimatedCost: z.number(), rowsWithoutPrice: z.int() }),
    async run({ call }) {
      const { items, stats } = await call(getShoppingList)
      return { rows: items.map(toRow), estimatedCost: stats.estimatedTotalCost, rowsWithoutPrice: stats.unpricedItems }
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
      })
      .strict(),
    output: z.object({ row: ShoppingRow }),
    async run({ call }, { name, quantity, unit, priority, note }) {
      const body = {
        ingredientName: name,
        ...(quantity === undefined ? {} : { suggestedQuantity: quantity }),
        ...(unit === undefined ? {} : { unit }),
        ...(priority === undefined ? {} : { priority }),
        ...(note === undefined ? {} : { note }),
      }
      return { row: toRow(await call(addShoppingItem, { body })) }
    },
  }),
]
