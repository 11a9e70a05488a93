import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity, QuantityOrZero } from '#platform/shared/quantity.ts'
import { Name, Text } from '#platform/shared/text.ts'
import { Conversion, Unit } from '#platform/shared/units.ts'

/** The kitchen's aisles, in the order of a walk through the shop. */
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
  /*i18n*/ 'Household',
  /*i18n*/ 'Other',
] as const
/** Suggested, not forced: a household may use its own. */
export const Category = Name(40)

export const storages = ['PANTRY', 'FRIDGE', 'FREEZER'] as const
export const Storage = z.enum(storages)
export type Storage = z.infer<typeof Storage>

/** Days a food keeps, by where it is and once opened; null: not known or not advised. */
export const ShelfLife = z
  .object({
    pantryDays: z.int().min(0).max(7300).nullable(),
    fridgeDays: z.int().min(0).max(7300).nullable(),
    freezerDays: z.int().min(0).max(7300).nullable(),
    openedDays: z.int().min(0).max(7300).nullable(),
  })
  .strict()
export type ShelfLife = z.infer<typeof ShelfLife>

/** What the built-in table knows of a common food. */
export const Food = z.object({
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
export type Food = z.infer<typeof Food>

/** The same in the reader's language; the aliases hold what it is called in others. */
export const KnownFood = Food.extend({
  /** Its name in each language: a household may keep it under any of them. */
  names: z.array(z.string()),
})
export type KnownFood = z.infer<typeof KnownFood>

export const Barcode = z.object({
  code: z.string(),
  label: z.string().nullable(),
  packQuantity: z.number().nullable(),
  packUnit: Unit.nullable(),
})
export type Barcode = z.infer<typeof Barcode>

export const Ingredient = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  /** In `defaultUnit`; null: no target. */
  parLevel: z.number().nullable(),
  defaultUnit: Unit,
  defaultStorage: Storage,
  defaultLocation: z.string(),
  aliases: z.array(z.string()),
  conversions: z.array(Conversion),
  shelfLife: ShelfLife,
  /** Where `shelfLife` is from: a source's name, or null when the household set it or nothing is known. */
  shelfLifeSource: z.string().nullable(),
  /** Whether new lots of it are shared with the household’s circles unless said otherwise. */
  isShared: z.boolean(),
  barcodes: z.array(Barcode),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type Ingredient = z.infer<typeof Ingredient>

/** A retail code in normal form: GTIN-13 digits, EAN-8 stays eight. The check digit is checked in `rules`. */
export const BarcodeText = z.string().regex(/^\d{8}(\d{4,6})?$/, 'A barcode has 8, 12, 13 or 14 digits.')

const NewBarcode = z
  .object({
    code: BarcodeText,
    label: Text(120).nullable().default(null),
    packQuantity: Quantity.nullable().default(null),
    packUnit: Unit.nullable().default(null),
  })
  .strict()
const fields = {
  name: Name(120),
  category: Category,
  parLevel: QuantityOrZero.nullable(),
  defaultUnit: Unit,
  defaultStorage: Storage,
  defaultLocation: Text(60),
  aliases: z.array(Name(120)).max(20),
  conversions: z.array(Conversion).max(20),
  shelfLife: ShelfLife,
  isShared: z.boolean(),
  barcodes: z.array(NewBarcode).max(50),
}
/** A new food; what is left out comes from the built-in table where it knows the name. */
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
  summary: 'The household’s foods, by name',
  query: z.object({ search: Text(200).optional() }).strict(),
  reply: z.array(Ingredient),
})
export const getIngredient = endpoint({
  method: 'GET',
  path: '/api/ingredients/{id}',
  auth: 'household',
  summary: 'One food',
  params: ById,
  reply: Ingredient,
})
export const addIngredient = endpoint({
  method: 'POST',
  path: '/api/ingredients',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Add a food',
  body: NewIngredient,
  reply: Ingredient,
  status: 201,
})
export const changeIngredient = endpoint({
  method: 'PATCH',
  path: '/api/ingredients/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Change a food',
  params: ById,
  body: z.object(fields).partial().strict(),
  reply: Ingredient,
  versioned: true,
})
export const removeIngredient = endpoint({
  method: 'DELETE',
  path: '/api/ingredients/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Remove a food that has no stock',
  params: ById,
})
export const searchKnownIngredients = endpoint({
  method: 'GET',
  path: '/api/foods',
  auth: 'person',
  summary: 'Common foods the product knows, with shelf lives and their source; found by their names in any language, named in the reader’s',
  mode: 'free',
  query: z.object({ search: Text(200).default(''), limit: z.coerce.number().int().min(1).max(200).default(20) }).strict(),
  reply: z.array(KnownFood),
})

const About = z.object({ ingredientId: z.string() })
export const ingredientAdded = eventType('ingredient.added', About)
/** Derived: the food came along with its first lot, whose own change tells of it. */
export const ingredientIntroduced = eventType('ingredient.introduced', About)
/** Derived: a lot told which food a code means; of the food only that is new. */
export const barcodeLearned = eventType('ingredient.barcode_learned', About)
export const ingredientChanged = eventType('ingredient.changed', About)
export const ingredientRemoved = eventType('ingredient.removed', About)
