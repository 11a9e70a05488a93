import { defaultPreferences, getMe, type User } from '#domains/account/contract/index.ts'
import { listEaters, listFoodContents, listMealEaters } from '#domains/diets/contract.ts'
import { type Household, listHouseholds } from '#domains/households/contract/index.ts'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import type { InventoryStats, Lot } from '#domains/inventory/contract.ts'
import type { Recipe, RecipeListItem } from '#domains/recipes/contract/index.ts'
import { parseLine } from '#domains/recipes/rules/parse-line.ts'
import { listStores } from '#domains/stores/contract.ts'
import { fakeApi } from '../browser/fake-api.ts'

let made = 0
const id = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

/** Creates a lot as the API returns it: sealed milk in the fridge, with five days left on 2026-11-21. */
export function lot(part: Partial<Omit<Lot, 'ingredient'>> & { ingredient?: Partial<Lot['ingredient']>; name?: string } = {}): Lot {
  const { name, ingredient, ...rest } = part
  return {
    id: id(),
    ingredient: { id: id(), name: name ?? 'Milk', category: 'Dairy & Eggs', parLevel: null, ownUnits: [], ...ingredient },
    quantity: 2,
    unit: 'l',
    ownUnit: null,
    location: 'Fridge',
    storage: 'FRIDGE',
    isOpened: false,
    isShared: false,
    expirationDate: rest.effectiveExpiration === undefined ? '2026-11-26' : rest.effectiveExpiration,
    dateKind: 'use_by',
    effectiveExpiration: '2026-11-26',
    expirationReason: 'use by date on the pack',
    purchasePrice: null,
    barcode: null,
    note: '',
    storeId: null,
    reserved: 0,
    openedOn: null,
    confirmedAt: null,
    state: 'active',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    user: { firstName: 'Ada', lastName: 'Cook' },
    version: 1,
    ...rest,
  }
}

/** Creates an ingredient as the API returns it. */
export function ingredient(part: Partial<Ingredient> = {}): Ingredient {
  return {
    id: id(),
    name: 'Milk',
    category: 'Dairy & Eggs',
    parLevel: null,
    defaultUnit: 'l',
    defaultStorage: 'FRIDGE',
    defaultLocation: 'Fridge',
    openedStorage: null,
    openedLocation: '',
    aliases: [],
    conversions: [],
    ownUnits: [],
    containers: [],
    shelfLife: { pantryDays: null, fridgeDays: 7, freezerDays: 90, openedDays: 5 },
    shelfLifeSource: 'USDA FoodKeeper',
    isShared: false,
    note: '',
    warningDays: null,
    isFavorite: false,
    parentId: null,
    picture: null,
    barcodes: [],
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    version: 1,
    ...part,
  }
}

/** Creates a household as the API returns it. */
export const sampleHousehold = (part: Partial<Household> = {}): Household => ({
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Elm Street',
  role: 'OWNER',
  inviteCode: null,
  inviteChangedAt: null,
  hasSample: false,
  restocksList: false,
  locations: [],
  timeZone: 'UTC',
  currency: 'USD',
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
  ...part,
})

/** Fakes the signed-in user and the open household, which every screen requests. */
export function fakeHome({
  role = 'OWNER',
  household = '11111111-1111-4111-8111-111111111111',
  locations = [],
}: {
  role?: Household['role']
  household?: string
  locations?: string[]
} = {}): void {
  const at = '2026-01-01T10:00:00.000Z'
  const unitDisplay = { ...defaultPreferences.unitDisplay, autoConvert: false }
  const me: User = {
    id: 'ada',
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Cook',
    avatar: null,
    preferences: { ...defaultPreferences, unitDisplay },
    createdAt: at,
    updatedAt: at,
  }
  fakeApi(listEaters, () => [])
  fakeApi(listFoodContents, () => [])
  fakeApi(listMealEaters, () => [])
  fakeApi(listStores, () => [])
  fakeApi(getMe, () => me)
  fakeApi(listHouseholds, () => [sampleHousehold({ id: household, role, locations })])
}

const counted = (words: string[]) =>
  [...new Set(words)].toSorted().map((word) => ({ word, count: words.filter((other) => other === word).length }))

/** Returns the stats of these lots. */
export const statsOf = (lots: readonly Lot[], part: Partial<InventoryStats> = {}): InventoryStats => ({
  totalItems: lots.length,
  expired: 0,
  expiringSoon: 0,
  lowStock: 0,
  byCategory: counted(lots.map((one) => one.ingredient.category)).map(({ word, count }) => ({ category: word, count })),
  byLocation: counted(lots.map((one) => one.location)).map(({ word, count }) => ({ location: word, count })),
  lowStockIngredients: [],
  ...part,
})

/** Returns the calendar date (UTC) that many days from today. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const at = '2025-03-04T10:00:00.000Z'

/** Returns the signed-in user of screen tests. */
export const guestUser = (): User => ({
  id: 'mira',
  email: 'mira@example.org',
  firstName: 'Mira',
  lastName: 'Holt',
  avatar: null,
  preferences: defaultPreferences,
  createdAt: at,
  updatedAt: at,
})

/** Returns a recipe for leek soup as the API returns it. */
export function leekSoup({ ingredients = ['3 leeks, sliced'], ...part }: Partial<Recipe> = {}): Recipe {
  const at = '2026-11-01T10:00:00.000Z'
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Leek soup',
    description: '',
    category: 'italian',
    tags: [],
    difficulty: 'easy',
    prepTime: 10,
    cookTime: 65,
    totalTime: 0,
    servings: 2,
    rating: null,
    ingredients,
    instructions: ['Simmer.'],
    notes: '',
    sourceUrl: null,
    imageUrl: null,
    image: null,
    isStarter: false,
    isFavorite: false,
    createdAt: at,
    updatedAt: at,
    version: 1,
    lines: ingredients.map((text) => ({ ...parseLine(text), ingredientId: null })),
    ...part,
  }
}

/** Returns leek soup as the list of recipes has it, with everything in stock. */
export function leekSoupCard(part: Partial<RecipeListItem> = {}): RecipeListItem {
  const { lines: _, ...recipe } = leekSoup()
  const stock = { have: 1, short: 0, missing: 0, total: 1 }
  return { ...recipe, stock, uses: [], saves: 0, timesCooked: 0, lastCookedOn: null, ...part }
}
