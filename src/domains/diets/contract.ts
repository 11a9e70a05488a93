import { z } from 'zod'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'

/** The allergens that packages in the European Union must name (Regulation 1169/2011, Annex II). */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const
export type Allergen = (typeof allergens)[number]
/** What else diets leave out. `meat`: of land animals; `rennet`: from calves. */
export const animalContents = ['meat', 'pork', 'beef', 'gelatin', 'rennet', 'honey', 'alcohol'] as const
/** What a food can contain. */
export const contentTerms = [...allergens, ...animalContents] as const
export const ContentTerm = z.enum(contentTerms)
export type ContentTerm = z.infer<typeof ContentTerm>

export const diets = ['vegetarian', 'vegan', 'pescatarian', 'no-pork', 'no-beef', 'no-alcohol'] as const
export const Diet = z.enum(diets)
export type Diet = z.infer<typeof Diet>

export const maxGuests = 100
export const maxAvoided = 20

const unique = <T>(values: readonly T[]) => new Set(values).size === values.length
const needs = {
  diets: z.array(Diet).max(diets.length).refine(unique, 'Name each diet once.'),
  allergens: z.array(z.enum(allergens)).max(allergens.length).refine(unique, 'Name each allergen once.'),
  /** Other ingredients that they can’t have, in their own words. */
  avoids: z.array(Name(60)).max(maxAvoided),
}
const name = Name(60)

/** What someone who eats here can't have: a member, or a guest without an account. Members without anything to say have none. */
export const Eater = z.object({
  /** A member's is their user id. */
  id: z.string(),
  /** Null for a guest. */
  userId: z.string().nullable(),
  /** A guest's; null for a member. */
  name: z.string().nullable(),
  ...needs,
  createdAt: z.string(),
  version: z.int(),
})
export type Eater = z.infer<typeof Eater>

export const NewGuest = z
  .object({ id: Id.optional(), name, ...needs })
  .partial({ diets: true, allergens: true, avoids: true })
  .strict()
export type NewGuest = z.infer<typeof NewGuest>
export const EaterChange = z
  .object({ name, ...needs })
  .partial()
  .strict()
export type EaterChange = z.infer<typeof EaterChange>
/** A guest's id, or a member's user id. */
export const EaterParams = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }).strict()

/** What stored responses may keep: no one's diets and allergies. */
const Written = z.object({ id: z.string(), createdAt: z.string(), version: z.int() })

const path = '/api/eaters'
const readAccess = { auth: 'household' } as const
const writeAccess = { auth: 'household', role: 'MEMBER' } as const

export const listEaters = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'What members and guests can’t eat. Members without an entry have said nothing',
  reply: z.array(Eater),
})
export const addGuest = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Add a guest; one that has the id is returned',
  body: NewGuest,
  reply: Written,
  status: 201,
})
export const changeEater = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Say what a guest, you or, as OWNER, another member can’t eat',
  params: EaterParams,
  body: EaterChange,
  reply: Written,
  versioned: true,
})
export const removeGuest = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a guest, undoable; succeeds if they are already gone',
  params: IdParams,
})

/** The meals of a day, in order. Snacks come last: they belong to no time of it. */
export const meals = ['breakfast', 'lunch', 'dinner', 'snack'] as const
export const Meal = z.enum(meals)
export type Meal = z.infer<typeof Meal>

/** Who eats a meal. Of a meal without an entry, all members. */
export const MealEaters = z.object({
  /** The day and the meal, joined: `2026-12-05-dinner`. */
  id: z.string(),
  date: z.string(),
  meal: Meal,
  /** Members by user id, and guests. */
  eaterIds: z.array(z.string()),
  /** The repeat or planned meal that it was carried for; null once someone has said who eats. Copies on devices may lack it. */
  carriedFor: z.string().nullish(),
  createdAt: z.string(),
  version: z.int(),
})
export type MealEaters = z.infer<typeof MealEaters>

export const listMealEaters = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/meal-eaters',
  summary: 'Who eats which meal, where it isn’t all members',
  reply: z.array(MealEaters),
})
export const setMealEaters = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: '/api/meal-eaters',
  summary: 'Say which members and guests eat a meal; null means all members again',
  body: z
    .object({
      date: CalendarDate,
      meal: Meal,
      eaterIds: z.array(EaterParams.shape.id).max(200).refine(unique, 'Name each person once.').nullable(),
    })
    .strict(),
  reply: MealEaters.extend({ eaterIds: z.array(z.string()).nullable() }),
  versioned: true,
})

/** What the household says that one of its ingredients contains. It comes before the built-in table. */
export const FoodContents = z.object({
  /** The ingredient's. */
  id: z.string(),
  contains: z.array(ContentTerm),
  /** What it doesn't contain. */
  without: z.array(ContentTerm),
  createdAt: z.string(),
  version: z.int(),
})
export type FoodContents = z.infer<typeof FoodContents>
export const FoodContentsChange = z
  .object({ contains: FoodContents.shape.contains.max(contentTerms.length), without: FoodContents.shape.without.max(contentTerms.length) })
  .strict()
  .refine(({ contains, without }) => unique([...contains, ...without]), { path: ['without'], message: 'Name each once.' })
export type FoodContentsChange = z.infer<typeof FoodContentsChange>

export const listFoodContents = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/food-contents',
  summary: 'What the household says that its ingredients contain; others follow the built-in table',
  reply: z.array(FoodContents),
})
export const setFoodContents = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: '/api/food-contents/{id}',
  summary: 'Say what an ingredient contains and doesn’t contain; empty lists return to the built-in table',
  params: IdParams,
  body: FoodContentsChange,
  reply: FoodContents,
  versioned: true,
})

/** Whose needs changed, not which. */
const About = z.object({ eaterId: z.string() })
export const guestAdded = eventType('guest.added', About)
export const eaterChanged = eventType('eater.changed', About)
export const guestRemoved = eventType('guest.removed', About)
export const mealEatersChanged = eventType('meal.eaters_changed', z.object({ date: z.string(), meal: z.string() }))
export const foodContentsChanged = eventType('food.contents_changed', z.object({ ingredientId: z.string() }))
