import { z } from 'zod'
import { listIngredients, OwnUnit, Storage } from '#domains/ingredients/contract/index.ts'
import { addLot, consumeIngredient, inventoryStats, type Lot, listLots, NewLot } from '#domains/inventory/contract.ts'
import { formatLotAmount, ownUnitOfLot } from '#domains/inventory/rules/lot-amount.ts'
import { listPlaces } from '#domains/places/contract.ts'
import { listPlaces as placesWithItems, storageAt } from '#domains/places/rules/list-places.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { type ToolContext, tool } from './index.ts'

export const StockEntry = z.object({
  itemId: z.string(),
  foodId: z.string(),
  food: z.string(),
  category: z.string(),
  quantity: z.number(),
  unit: Unit,
  /** The amount in the household's own units, such as `1 can + 160 g`; null if it wasn't entered in one. */
  inOwnUnits: z.string().nullable(),
  /** What one can, pack or slice of this food is. */
  ownUnits: z.array(OwnUnit),
  storage: Storage,
  place: z.string(),
  isOpened: z.boolean(),
  /** The tool's name for `expiresOn`; null if unknown. */
  goesOffOn: z.string().nullable(),
  daysLeft: z.int().nullable(),
  dateKind: z.string().nullable(),
  why: z.string().nullable(),
})
const StockEntries = z.object({ today: z.string(), foods: z.array(StockEntry), hasMore: z.boolean() })

export function toStockEntry(lot: Lot, today: CalendarDate): z.infer<typeof StockEntry> {
  const { ingredient, quantity, unit, storage, location, isOpened, effectiveExpiration, dateKind, expirationReason } = lot
  return {
    itemId: lot.id,
    foodId: ingredient.id,
    food: ingredient.name,
    category: ingredient.category,
    quantity,
    unit,
    inOwnUnits: ownUnitOfLot(lot) && formatLotAmount(lot),
    ownUnits: ingredient.ownUnits,
    storage,
    place: location,
    isOpened,
    goesOffOn: effectiveExpiration,
    daysLeft: effectiveExpiration === null ? null : daysBetween(today, effectiveExpiration),
    dateKind,
    why: expirationReason,
  }
}

const maxLots = 200
type StockQuery = { search?: string | undefined; storage?: Storage | undefined; location?: string | undefined; limit: number }
/** Soonest to expire first, undated last. */
async function listStock(
  { call, member }: ToolContext,
  { search, storage, location, limit }: StockQuery,
): Promise<z.infer<typeof StockEntries>> {
  const query = {
    sort: 'expirationDate' as const,
    limit: Math.min(limit + 1, maxLots),
    ...(search === undefined ? {} : { search }),
    ...(storage === undefined ? {} : { storage }),
    ...(location === undefined ? {} : { location }),
  }
  const reply = await call(listLots, { query })
  const lots = Array.isArray(reply) ? reply : reply.items
  return { today: member.today, foods: lots.slice(0, limit).map((lot) => toStockEntry(lot, member.today)), hasMore: lots.length > limit }
}

export const stockTools = [
  tool({
    name: 'what_goes_off',
    title: 'What expires soon',
    description:
      'Food that has expired or expires within the given days, soonest first, with its place and the reason for its date. Use it to suggest what to eat first. A negative daysLeft means past its date: food past a best-before date is often still good, past a use-by date it is not.',
    does: 'reads',
    input: z.object({ days: z.int().min(0).max(365).default(7).describe('Number of days from today; 0 means today and before') }).strict(),
    output: StockEntries,
    async run(context, { days }) {
      const { today, foods: ingredients, hasMore } = await listStock(context, { limit: maxLots - 1 })
      const soon = ingredients.filter(({ daysLeft }) => daysLeft !== null && daysLeft <= days)
      return { today, foods: soon, hasMore: hasMore && soon.length === ingredients.length }
    },
  }),
  tool({
    name: 'what_is_there',
    title: 'What food is there',
    description:
      'Food in stock, soonest to expire first. Use search to find how much there is of one food, or storage for the fridge, freezer or pantry.',
    does: 'reads',
    input: z
      .object({
        search: Text(200).optional().describe('A word in its name'),
        storage: Storage.optional(),
        place: Text(60).optional().describe('The household’s name for a place, for example a shelf'),
        limit: z
          .int()
          .min(1)
          .max(maxLots - 1)
          .default(50),
      })
      .strict(),
    output: StockEntries,
    run: (context, { search, storage, place, limit }) => listStock(context, { search, storage, location: place, limit }),
  }),
  tool({
    name: 'what_runs_low',
    title: 'What runs low',
    description: 'Foods below the quantity the household wants to keep (its par level).',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ foods: z.array(z.object({ foodId: z.string(), food: z.string(), parLevel: z.number().nullable(), unit: Unit })) }),
    async run({ call }) {
      const { lowStockIngredients } = await call(inventoryStats)
      const isLow = new Set(lowStockIngredients)
      const ingredients = isLow.size === 0 ? [] : (await call(listIngredients)).filter(({ id }) => isLow.has(id))
      return { foods: ingredients.map(({ id, name, parLevel, defaultUnit }) => ({ foodId: id, food: name, parLevel, unit: defaultUnit })) }
    },
  }),
  tool({
    name: 'which_places',
    title: 'Which places there are',
    description: 'The places where the household keeps food, in its order: how cold each is, and how many items are there.',
    does: 'reads',
    input: z.object({}).strict(),
    output: z.object({ places: z.array(z.object({ place: z.string(), storage: Storage.nullable(), items: z.int() })) }),
    async run({ call }) {
      const { byLocation } = await call(inventoryStats)
      const listed = placesWithItems(await call(listPlaces), byLocation, [])
      return { places: listed.map(({ name, storage, count }) => ({ place: name, storage, items: count })) }
    },
  }),
  tool({
    name: 'put_food_in',
    title: 'Put food in',
    description:
      'Adds bought or homemade food to the stock. An omitted storage is that of the place; other omitted fields (place, storage, expiration date) come from the ingredient.',
    does: 'adds',
    input: z
      .object({
        food: Name(120).describe('Its name; a new ingredient is created if none has it'),
        quantity: Quantity,
        unit: Unit,
        ownUnit: NewLot.shape.ownUnit.describe(
          'Name of the food’s own unit that it came in, such as can: `quantity` is then the number of cans times what one is',
        ),
        newOwnUnit: NewLot.shape.newOwnUnit.describe('What one `ownUnit` is, if the food doesn’t have it yet'),
        storage: Storage.optional(),
        place: Text(60).optional(),
        expirationDate: NewLot.shape.expirationDate,
        dateKind: NewLot.shape.dateKind,
      })
      .strict(),
    output: z.object({ added: StockEntry }),
    async run({ call, member }, { food: ingredient, place, ...lot }) {
      const storage = lot.storage ?? (place === undefined ? null : storageAt(await call(listPlaces), place))
      const where = { ...(place === undefined ? {} : { location: place }), ...(storage === null ? {} : { storage }) }
      const body = { ingredient: { name: ingredient }, ...lot, ...where }
      return { added: toStockEntry(await call(addLot, { body }), member.today) }
    },
  }),
  tool({
    name: 'use_food',
    title: 'Use food',
    description:
      'Removes food from the stock because it was eaten or cooked, soonest to expire first, also of the food’s kinds. Get the foodId from what_is_there. Fails if there is less in stock.',
    does: 'takes',
    input: z.object({ foodId: Id, quantity: Quantity, unit: Unit }).strict(),
    output: z.object({ left: z.array(StockEntry) }),
    async run({ call, member }, { foodId: ingredientId, ...body }) {
      const lots = await call(consumeIngredient, { params: { id: ingredientId }, body })
      return { left: lots.map((lot) => toStockEntry(lot, member.today)) }
    },
  }),
]
