import { z } from 'zod'
import { Meal } from '#domains/diets/contract.ts'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { ShoppingItem } from '#domains/shopping/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Money, Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { RecipeCategory, readAccess, Servings, StockCount, writeAccess } from './recipe.ts'

const path = '/api/meal-plan'

/** The longest text of something planned without a recipe. */
export const maxPlanText = 120

/** A recipe planned for a day, an item in stock such as leftovers, an amount of an ingredient, or a text such as “Eating out”. */
export const PlanEntry = z.object({
  id: z.string(),
  date: z.string(),
  meal: Meal,
  /** Null unless it is a recipe. */
  recipeId: z.string().nullable(),
  /** The name of the recipe or ingredient, the dish that the item is, or the text. */
  recipeName: z.string(),
  /** Null for a recipe. */
  text: z.string().nullable(),
  /** Null unless it is an item in stock. */
  inventoryItemId: z.string().nullable(),
  /** Null unless it is an amount of an ingredient; once that is gone, the one of its name, or null if there is none. */
  ingredientId: z.string().nullable(),
  /** How much of the item or ingredient, in `unit`; null without one. */
  quantity: z.number().nullable(),
  unit: Unit.nullable(),
  /** Where the item is; null without one, and once none is left. */
  storage: Storage.nullable(),
  /** The recipe that the item is leftovers of; null if that isn't known, or it is gone. */
  leftoverOf: z.string().nullable(),
  category: RecipeCategory,
  /** Of a recipe; otherwise 1. */
  servings: z.int(),
  /** `cooked`: cooked, or the item was eaten. */
  state: z.enum(['planned', 'cooked']),
  /** The repeat that it is part of; null if it isn't. */
  repeatId: z.string().nullable(),
  /** Every how many weeks it repeats; null if it doesn't, or no longer. */
  everyWeeks: z.int().nullable(),
  /** Stock for it on its day, after the meals before it; all zero once it is cooked or past. */
  stock: StockCount,
  version: z.int(),
})
export type PlanEntry = z.infer<typeof PlanEntry>

/** A planned meal in the browser's copy. */
export const SyncedPlanEntry = PlanEntry.omit({ recipeName: true, category: true, stock: true, storage: true }).extend({
  createdAt: z.string(),
  // Missing in copies of older versions.
  text: z.string().nullish(),
  inventoryItemId: z.string().nullish(),
  ingredientId: z.string().nullish(),
  quantity: z.number().nullish(),
  unit: Unit.nullish(),
  repeatId: z.string().nullish(),
  everyWeeks: z.int().nullish(),
  leftoverOf: z.string().nullish(),
})
export type SyncedPlanEntry = z.infer<typeof SyncedPlanEntry>

const span = z.object({ from: CalendarDate, to: CalendarDate }).partial().strict()

export const getMealPlan = endpoint({
  ...readAccess,
  tablet: true,
  method: 'GET',
  path,
  summary: 'List the meals planned between two days, by default a week from today',
  query: span,
  reply: z.array(PlanEntry),
})

/** What an entry has one of. */
const planKinds = ['recipeId', 'text', 'inventoryItemId', 'ingredientId'] as const

export const NewPlanEntry = z
  .object({
    id: Id.optional(),
    date: CalendarDate,
    meal: Meal.optional(),
    recipeId: Id.optional(),
    /** Instead of a recipe, such as “Eating out”. */
    text: Name(maxPlanText).optional(),
    /** Instead of a recipe: an item in stock, such as leftovers. */
    inventoryItemId: Id.optional(),
    /** Instead of a recipe: an amount of an ingredient, such as 2 yogurts. */
    ingredientId: Id.optional(),
    /** How much of the item, in its unit, or of the ingredient; 1 by default. */
    quantity: Quantity.optional(),
    /** Of an ingredient's amount; the ingredient's default unit if omitted. */
    unit: Unit.optional(),
    servings: Servings.optional(),
    /** The day that a new meal is copied from. Who eats there is carried along. It is left out if its recipe or ingredient is gone. */
    copiedFrom: CalendarDate.optional(),
  })
  .strict()
  .refine((entry) => planKinds.filter((kind) => entry[kind] !== undefined).length === 1, {
    path: ['recipeId'],
    message: 'Send recipeId, inventoryItemId, ingredientId or a text.',
  })
export type NewPlanEntry = z.infer<typeof NewPlanEntry>

/** Meals in one change. */
export const maxPlanned = 50
export const putMealPlan = endpoint({
  ...writeAccess,
  method: 'PUT',
  path,
  summary: 'Add or change planned meals by id as one change, and reserve stock for them. Returns them without those left out',
  body: z.object({ entries: z.array(NewPlanEntry).min(1).max(maxPlanned) }).strict(),
  reply: z.array(PlanEntry),
})
export const removePlanEntry = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a meal from the plan and free its reservation',
  params: IdParams,
})

export const eatMeal = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/eat`,
  summary: 'Use a planned item or ingredient from stock and mark the meal as eaten, as one change (can be undone)',
  params: IdParams,
  body: z.object({}).strict(),
  reply: PlanEntry,
})

/** A meal repeats at most every so many weeks. */
export const maxEveryWeeks = 2
export const repeatMeal = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/repeat`,
  summary: 'Repeat a planned meal on its weekday every week or every two, some weeks ahead, until that is ended (can be undone)',
  params: IdParams,
  body: z
    .object({
      /** Of the repeat. */
      id: Id.optional(),
      everyWeeks: z.int().min(1).max(maxEveryWeeks),
    })
    .strict(),
  reply: PlanEntry,
})
export const endRepeat = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}/repeat`,
  summary: 'End the repeat of a planned meal and remove its later days from the plan (can be undone)',
  params: IdParams,
})

export const addPlanMissing = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/add-missing`,
  summary: 'Add what the planned meals lack to the shopping list or, with listId, another list, once per recipe',
  body: span.extend({
    /** The ids of the added rows follow from it, so that a device knows them before. */
    id: Id.optional(),
    listId: Id.optional(),
  }),
  reply: z.object({ items: z.array(ShoppingItem), added: z.int() }),
})

export const maxDays = 14
export const maxExcluded = 200
/** A recipe, or leftovers in stock, on a day. */
const KeptMeal = z
  .object({ date: CalendarDate, inventoryItemId: Id.optional(), recipeId: Id.optional() })
  .strict()
  .refine(({ recipeId, inventoryItemId }) => (recipeId === undefined) !== (inventoryItemId === undefined), {
    path: ['recipeId'],
    message: 'Send recipeId or inventoryItemId.',
  })

export const WeekPlanRequest = z
  .object({
    /** One recipe, or leftovers in stock, is proposed for each. */
    dates: z.array(CalendarDate).min(1).max(maxDays),
    /** Default: each recipe's own servings. */
    servings: Servings.optional(),
    /** The highest number of lines that are short or missing in each recipe; 3 by default. */
    maxMissing: z.int().min(0).max(100).optional(),
    /** The longest that a meal of a day may take. Recipes whose time isn't known aren't proposed for these days. */
    maxMinutes: z
      .array(z.object({ date: CalendarDate, minutes: z.int().min(1).max(10_080) }).strict())
      .max(maxDays)
      .optional(),
    /** The most that everything to buy may cost, at the last prices. Days that nothing is left for stay free. */
    budget: Money.optional(),
    /** Meals to keep on their day. */
    fixed: z.array(KeptMeal).max(maxDays).optional(),
    /** Recipes and items not to propose. */
    exclude: z.array(Id).max(maxExcluded).optional(),
  })
  .strict()
export type WeekPlanRequest = z.infer<typeof WeekPlanRequest>

/** The amount of an ingredient that is expected not to be wasted. */
const Saving = z.object({ ingredientId: z.string(), ingredientName: z.string(), quantity: z.number(), unit: Unit, daysLeft: z.int() })

export const ProposedMeal = z.object({
  date: z.string(),
  /** Null for leftovers. */
  recipeId: z.string().nullable(),
  /** The leftovers; null for a recipe. */
  inventoryItemId: z.string().nullable(),
  /** For leftovers, the dish. */
  recipeName: z.string(),
  servings: z.int(),
  stock: StockCount,
  /** Expected waste it avoids after the meals before it, in whole lots. */
  saves: z.number(),
  /** The same as money, for lots with a price; null if none has one. */
  savesCost: z.number().nullable(),
  savings: z.array(Saving),
  /** How long it takes in all; 0 if unknown, and for leftovers. */
  minutes: z.int(),
  isFavorite: z.boolean(),
  lastCookedOn: z.string().nullable(),
  /** What its short and missing lines cost at the last prices; null if none of them has one. */
  cost: z.number().nullable(),
  /** How many of these lines have no price. */
  unpriced: z.int(),
  /** Who eats dinner on the day, and of whom it isn't known whether they can have it. */
  unknownEaterIds: z.array(z.string()),
})
export type ProposedMeal = z.infer<typeof ProposedMeal>

export const proposeWeek = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/propose`,
  summary: 'Propose a recipe or leftovers for each day so that the least food is wasted; stores nothing',
  scope: 'manual',
  perMinute: 30,
  body: WeekPlanRequest,
  reply: z.object({
    choices: z.array(ProposedMeal),
    saves: z.number(),
    savesCost: z.number().nullable(),
    /** What is to be bought for all of them, as far as prices are known; null if none is. */
    cost: z.number().nullable(),
    unpriced: z.int(),
    /** Recipes that weren't chosen and that someone can't have who eats dinner on one of the days. */
    leftOut: z.array(z.object({ recipeId: z.string(), recipeName: z.string(), eaterIds: z.array(z.string()) })),
  }),
})

const About = z.object({ entryIds: z.array(z.string()) })
export const planChanged = eventType('plan.changed', About)
export const planRemoved = eventType('plan.removed', About)
/** Includes the lots, so eating is one change with one undo. */
export const mealEaten = eventType('plan.eaten', About.extend({ lots: z.array(z.unknown()) }))
export const repeatBegun = eventType('plan.repeat_begun', About.extend({ repeatId: z.string() }))
export const repeatEnded = eventType('plan.repeat_ended', About.extend({ repeatId: z.string() }))
/** Derived: repeated meals were planned for days that came into reach. */
export const mealsRepeated = eventType('plan.repeated', About)
/** Derived: reservations for the plan were updated to the stock. */
export const mealsReserved = eventType('plan.held', z.object({}))
