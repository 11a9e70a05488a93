import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { Quantity, QuantityOrZero } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Conversion, massUnits, Unit } from '#platform/shared/units.ts'

/** Built-in categories, in the order of a walk through a store. */
export const categories = [
  /*i18n*/ 'Produce',
  /*i18n*/ 'Bakery',
  /*i18n*/ 'Meat',
  /*i18n*/ 'Seafood',
  /*i18n*/ 'Deli',
  /*i18n*/ 'Dairy & Eggs',
  /*i18n*/ 'Frozen',
  /*i18n*/ 'Grains & Pasta',
  /*i18n*/ 'Baking',
  /*i18n*/ 'Canned Goods',
  /*i18n*/ 'Condiments & Sauces',
  /*i18n*/ 'Spices & Herbs',
  /*i18n*/ 'Oils & Vinegars',
  /*i18n*/ 'Snacks & Sweets',
  /*i18n*/ 'Breakfast',
  /*i18n*/ 'Beverages',
  /*i18n*/ 'Plant Proteins',
  /*i18n*/ 'Baby',
  /*i18n*/ 'Health & Beauty',
  /*i18n*/ 'Household',
  /*i18n*/ 'Pets',
  /*i18n*/ 'Other',
] as const
const nonFoodCategories: ReadonlySet<string> = new Set(['Health & Beauty', 'Household', 'Pets'] satisfies (typeof categories)[number][])
/** Whether a category may hold food, as every one of the household's own may. */
export const isFoodCategory = (category: string): boolean => !nonFoodCategories.has(category)

/** A built-in category or one of the household's own. */
export const Category = Name(40)

export const storages = ['PANTRY', 'FRIDGE', 'FREEZER'] as const
export const Storage = z.enum(storages)
export type Storage = z.infer<typeof Storage>

/** Days an ingredient keeps by storage and once opened. Null if unknown or not recommended. */
export const ShelfLife = z
  .object({
    pantryDays: z.int().min(0).max(7300).nullable(),
    fridgeDays: z.int().min(0).max(7300).nullable(),
    freezerDays: z.int().min(0).max(7300).nullable(),
    openedDays: z.int().min(0).max(7300).nullable(),
  })
  .strict()
export type ShelfLife = z.infer<typeof ShelfLife>

/** An entry of the built-in table of common foods. */
export const BuiltInFood = z.object({
  key: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  category: z.string(),
  defaultUnit: Unit,
  defaultStorage: Storage,
  shelfLife: ShelfLife,
  conversions: z.array(Conversion),
  source: z.string(),
})
export type BuiltInFood = z.infer<typeof BuiltInFood>

/** A common food named in the reader's language; `aliases` include its names in other languages. */
export const LocalizedFood = BuiltInFood.extend({
  /** Its main name in each language. */
  names: z.array(z.string()),
})
export type LocalizedFood = z.infer<typeof LocalizedFood>

/** What one of the household's own units of an ingredient is: a can is 400 g, a slice 45 g. */
export const OwnUnit = z
  .object({
    /** A built-in one such as `can`, which is translated, or any other, which is shown as written. */
    name: Name(20),
    quantity: Quantity,
    unit: Unit,
  })
  .strict()
export type OwnUnit = z.infer<typeof OwnUnit>
export const maxOwnUnits = 10

/** A jar or box that an ingredient is kept in, and what it weighs empty. */
export const Container = z.object({ name: Name(30), quantity: Quantity, unit: z.enum(massUnits) }).strict()
export type Container = z.infer<typeof Container>
export const maxContainers = 10

export const Barcode = z.object({
  code: z.string(),
  label: z.string().nullable(),
  packQuantity: z.number().nullable(),
  packUnit: Unit.nullable(),
  /** The own unit of its ingredient that the package is; null if none. */
  packName: z.string().nullable(),
})
export type Barcode = z.infer<typeof Barcode>

/** Characters of a note. */
export const maxNote = 300
/** What to look for, such as "the red one, 3.5%"; empty if there is nothing to say. */
export const Note = Text(maxNote)

/** Days before its date from which an item is warned about, or `never`; null for the usual three. */
export const WarningDays = z.union([z.int().min(0).max(60), z.literal('never'), z.null()])
export type WarningDays = z.infer<typeof WarningDays>

export const Ingredient = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  /** In `defaultUnit`. Null if there is no minimum. */
  parLevel: z.number().nullable(),
  defaultUnit: Unit,
  defaultStorage: Storage,
  defaultLocation: z.string(),
  /** Where an item goes once it is opened: to a storage, a location or both. Null and empty: it stays where it is. */
  openedStorage: Storage.nullable(),
  openedLocation: z.string(),
  aliases: z.array(z.string()),
  conversions: z.array(Conversion),
  /** Cans, packs or slices of it, by which amounts can be entered and are shown. */
  ownUnits: z.array(OwnUnit),
  /** What it is kept in, to weigh what is left in it. */
  containers: z.array(Container),
  shelfLife: ShelfLife,
  /** The public source of `shelfLife`. Null if the household set it or it's unknown. */
  shelfLifeSource: z.string().nullable(),
  /** Whether new lots are shared with the household's circles by default. */
  isShared: z.boolean(),
  /** Which one to buy. Rows of the shopping list begin with it. */
  note: z.string(),
  warningDays: WarningDays,
  /** Offered first. */
  isFavorite: z.boolean(),
  /** The ingredient that this one is a kind of, and counts as; null if none. What is a kind has no kinds. */
  parentId: z.string().nullable(),
  /** The address of its picture, which changes with the picture; null if there is none. */
  picture: z.string().nullable(),
  barcodes: z.array(Barcode),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type Ingredient = z.infer<typeof Ingredient>

/** EAN-8, UPC-A, EAN-13 or ITF-14 digits. `normalizeBarcode` verifies the check digit. */
export const BarcodeText = z.string().regex(/^\d{8}(\d{4,6})?$/, 'A barcode has 8, 12, 13 or 14 digits.')

const NewBarcode = z
  .object({
    code: BarcodeText,
    label: Text(120).nullable().default(null),
    packQuantity: Quantity.nullable().default(null),
    packUnit: Unit.nullable().default(null),
    packName: OwnUnit.shape.name.nullable().default(null),
  })
  .strict()
const fields = {
  name: Name(120),
  category: Category,
  parLevel: QuantityOrZero.nullable(),
  defaultUnit: Unit,
  defaultStorage: Storage,
  defaultLocation: Text(60),
  openedStorage: Storage.nullable(),
  openedLocation: Text(60),
  aliases: z.array(Name(120)).max(20),
  conversions: z.array(Conversion).max(20),
  ownUnits: z
    .array(OwnUnit)
    .max(maxOwnUnits)
    .refine((units) => new Set(units.map(({ name }) => nameKey(name))).size === units.length, 'Two units have the same name.'),
  containers: z
    .array(Container)
    .max(maxContainers)
    .refine((all) => new Set(all.map(({ name }) => nameKey(name))).size === all.length, 'Two containers have the same name.'),
  shelfLife: ShelfLife,
  isShared: z.boolean(),
  note: Note,
  warningDays: WarningDays,
  isFavorite: z.boolean(),
  parentId: Id.nullable(),
  barcodes: z.array(NewBarcode).max(50),
}
/** Omitted fields default to the built-in food of this name. */
export const NewIngredient = z
  .object({ ...fields, id: Id })
  .partial()
  .required({ name: true })
  .strict()
export type NewIngredient = z.infer<typeof NewIngredient>

export const listIngredients = endpoint({
  method: 'GET',
  path: '/api/ingredients',
  auth: 'household',
  tablet: true,
  summary: 'The household’s ingredients, by name',
  query: z.object({ search: Text(200).optional() }).strict(),
  reply: z.array(Ingredient),
})
export const getIngredient = endpoint({
  method: 'GET',
  path: '/api/ingredients/{id}',
  auth: 'household',
  summary: 'One ingredient',
  params: IdParams,
  reply: Ingredient,
})
export const addIngredient = endpoint({
  method: 'POST',
  path: '/api/ingredients',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Add an ingredient',
  body: NewIngredient,
  reply: Ingredient,
  status: 201,
})
export const changeIngredient = endpoint({
  method: 'PATCH',
  path: '/api/ingredients/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Change an ingredient',
  params: IdParams,
  body: z.object(fields).partial().strict(),
  reply: Ingredient,
  versioned: true,
})
export const removeIngredient = endpoint({
  method: 'DELETE',
  path: '/api/ingredients/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Remove an ingredient that has no stock',
  params: IdParams,
})
export const mergeIngredients = endpoint({
  method: 'POST',
  path: '/api/ingredients/{id}/merge',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Make another ingredient part of this one: items, barcodes, names and history follow',
  params: IdParams,
  body: z.object({ ingredientId: Id }).strict(),
  reply: Ingredient,
})
/** With an outdated `v`, the response is 404; without it, the current picture. */
export const getIngredientPicture = endpoint({
  method: 'GET',
  path: '/api/ingredients/{id}/picture',
  auth: 'household',
  summary: 'Get an ingredient’s picture as a JPEG; its address is in the ingredient',
  media: 'file',
  params: IdParams,
  query: z.object({ v: Text(60).optional() }).strict(),
})
export const setIngredientPicture = endpoint({
  method: 'PUT',
  path: '/api/ingredients/{id}/picture',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Set an ingredient’s picture (form field image)',
  media: 'multipart',
  perMinute: 20,
  params: IdParams,
  reply: Ingredient,
})
export const removeIngredientPicture = endpoint({
  method: 'DELETE',
  path: '/api/ingredients/{id}/picture',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Remove an ingredient’s picture',
  params: IdParams,
})
export const searchCommonFoods = endpoint({
  method: 'GET',
  path: '/api/foods',
  auth: 'person',
  summary: 'Built-in common foods with shelf lives and their source; found by a name in any language, named in the reader’s',
  scope: 'none',
  query: z.object({ search: Text(200).default(''), limit: z.coerce.number().int().min(1).max(200).default(20) }).strict(),
  reply: z.array(LocalizedFood),
})

const About = z.object({ ingredientId: z.string() })
export const ingredientAdded = eventType('ingredient.added', About)
/** The ingredient was created with its first lot, whose change the history shows. */
export const ingredientIntroduced = eventType('ingredient.introduced', About)
/** The ingredient got a barcode from a lot. */
export const barcodeLearned = eventType('ingredient.barcode_learned', About)
export const ingredientChanged = eventType('ingredient.changed', About)
export const ingredientRemoved = eventType('ingredient.removed', About)
/** `ingredientIds` became part of `ingredientId`. */
export const ingredientsMerged = eventType('ingredient.merged', About.extend({ ingredientIds: z.array(z.string()) }))
