import { z } from 'zod'
import { listIngredients, Storage } from '#domains/ingredients/contract/index.ts'
import { addLot, inventoryStats, type Lot, listLots, NewLot, useIngredient } from '#domains/inventory/contract.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Name, Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { type ToolContext, tool } from './index.ts'

const StockEntry = z.object({
  foodId: z.string(),
  food: z.string(),
  category: z.string(),
  quantity: z.number(),
  unit: Unit,
  storage: Storage,
  place: z.string(),
  isOpened: z.boolean(),
  /** Null: nobody knows when it goes off. */
  goesOffOn: z.string().nullable(),
  daysLeft: z.int().nullable(),
  dateKind: z.string().nullable(),
  why: z.string().nullable(),
})
const StockEntries = z.object({ today: z.string(), foods: z.array(StockEntry), hasMore: z.boolean() })

function shown(lot: Lot, today: CalendarDate): z.infer<typeof StockEntry> {
  const { ingredient, quantity, unit, storage, location, isOpened, effectiveExpiration, dateKind, expirationReason } = lot
  return {
    foodId: ingredient.id,
    food: ingredient.name,
    category: ingredient.category,
    quantity,
    unit,
    storage,
    place: location,
    isOpened,
    goesOffOn: effectiveExpiration,
    daysLeft: effectiveExpiration === null ? null : daysBetween(today, effectiveExpiration),
    dateKind,
    why: expirationReason,
  }
}

const max = 200
type LotsAsked = { search?: string | undefined; storage?: Storage | undefined; location?: string | undefined; limit: number }
/** What goes off soonest comes first, what has no date last. */
async function lotsOf(
  { ask, member }: ToolContext,
  { search, storage, location, limit }: LotsAsked,
): Promise<z.infer<typeof StockEntries>> {
  const query = {
    sort: 'expirationDate' as const,
    limit: Math.min(limit + 1, max),
    ...(search === undefined ? {} : { search }),
    ...(storage === undefined ? {} : { storage }),
    ...(location === undefined ? {} : { location }),
  }
  const answer = await ask(listLots, { query })
  const lots = Array.isArray(answer) ? answer : answer.items
  return { today: member.today, foods: lots.slice(0, limit).map((lot) => shown(lot, member.today)), hasMore: lots.length > limit }
}

export const stockTools = [
  tool({
    name: 'what_goes_off',
    title: 'What goes off soon',
    description:
      'Food that has gone off or goes off within some days, soonest first, with where it is and why it goes off then. Use it to say what should be eaten first. A negative daysLeft: past its date; food past a best-before date is often still good, past a use-by date it is not.',
    does: 'reads',
    input: z.object({ days: z.int().min(0).max(365).default(7).describe('How many days from today; 0: today and before') }).strict(),
    output: StockEntries,
    async run(context, { days }) {
      const { today, foods: ingredients, hasMore } = await lotsOf(context, { limit: max - 1 })
      const soon = ingredients.filter(({ daysLeft }) => daysLeft !== null && daysLeft <= days)
      return { today, foods: soon, hasMore: hasMore && soon.length === ingredients.length }
    },
  }),
  tool({
    name: 'what_is_there',
    title: 'What food is there',
    description:
      'Food in the kitchen, what goes off soonest first. Give a search to find out whether there is some of one food and how much, or a storage to look into the fridge, freezer or pantry.',
    does: 'reads',
    input: z
      .object({
        search: Text(200).optional().describe('A word of its name'),
        storage: Storage.optional(),
        place: Text(60).optional().describe('A place as the household calls it, for example a shelf'),
        limit: z
          .int()
          .min(1)
          .max(max - 1)
          .default(50),
      })
      .strict(),
    output: StockEntries,
    run: (context, { search, storage, place, limit }) => lotsOf(context, { search, storage, location: place, limit }),
  }),
  tool({
    name: 'what_runs_low',
    title: 'What runs low',
    description: 'Foods of which there is less than the household wants to keep (its par level).',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ foods: z.array(z.object({ foodId: z.string(), food: z.string(), parLevel: z.number().nullable(), unit: Unit })) }),
    async run({ ask }) {
      const { lowStockIngredients } = await ask(inventoryStats)
      const isLow = new Set(lowStockIngredients)
      const ingredients = isLow.size === 0 ? [] : (await ask(listIngredients)).filter(({ id }) => isLow.has(id))
      return { foods: ingredients.map(({ id, name, parLevel, defaultUnit }) => ({ foodId: id, food: name, parLevel, unit: defaultUnit })) }
    },
  }),
  tool({
    name: 'put_food_in',
    title: 'Put food in',
    description:
      'Adds food that was bought or made to the stock. What is left out is known from the food: its place, storage and how long it keeps.',
    does: 'adds',
    input: z
      .object({
        food: Name(120).describe('Its name; found among the household’s foods, or made'),
        quantity: Quantity,
        unit: Unit,
        storage: Storage.optional(),
        place: Text(60).optional(),
        expirationDate: NewLot.shape.expirationDate,
        dateKind: NewLot.shape.dateKind,
      })
      .strict(),
    output: z.object({ added: StockEntry }),
    async run({ ask, member }, { food: ingredient, place, ...lot }) {
      const body = { ingredient: { name: ingredient }, ...lot, ...(place === undefined ? {} : { location: place }) }
      return { added: shown(await ask(addLot, { body }), member.today) }
    },
  }),
  tool({
    name: 'use_food',
    title: 'Use food',
    description:
      'Takes food out of the stock because it was eaten or cooked; what goes off first is taken first. Ask what_is_there for the foodId. Refused where there is less than that.',
    does: 'takes',
    input: z.object({ foodId: Id, quantity: Quantity, unit: Unit }).strict(),
    output: z.object({ left: z.array(StockEntry) }),
    async run({ ask, member }, { foodId: ingredientId, ...body }) {
      const lots = await ask(useIngredient, { params: { id: ingredientId }, body })
      return { left: lots.map((lot) => shown(lot, member.today)) }
    },
  }),
]
