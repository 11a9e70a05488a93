import { normalizeBarcode } from '#domains/ingredients/rules/barcode.ts'
import { sumOfMovements } from '#domains/inventory/rules/past-movements.ts'
import { formatLabelCode } from '#domains/labels/contract.ts'
import { LearnedPhoto, maxLearnedPhotos } from '#domains/scanning/contract.ts'
import { isUnit, type Unit } from '#platform/shared/units.ts'
import { createPlan, type ImportPlan, isRefused, type LearnedMatches, maxRowsByKind, type PlanData } from './import-plan.ts'
import { movementsInLedger } from './movements-in-ledger.ts'
import { dateOf, isYes, numberOf, optional, readName, roundAmount, roundPrice, type TableRow, textOf } from './parse-cell.ts'
import { planDiets } from './plan-diets-from-larder.ts'
import { planMeals } from './plan-meals-from-larder.ts'
import { planSettings } from './plan-settings-from-larder.ts'

/** Tables read from the zip of `GET /api/export`, each a JSON file. */
export const larderTables = [
  'ingredients',
  'barcodes',
  'lots',
  'places',
  'stores',
  'shopping_lists',
  'shopping_items',
  'recurring_items',
  'shopping_bundles',
  'label_sheets',
  'labels',
  'recipes',
  'recipe_cookings',
  'recipe_leftovers',
  'cookbooks',
  'people',
  'eaters',
  'food_contents',
  'meal_eaters',
  'plan_repeats',
  'plan_entries',
  'plan_list_causes',
  'households',
  'shopping_aisles',
  'shopping_steps',
  'ledger',
  'receipt_names',
  'recipe_foods',
  'photo_examples',
] as const
export type LarderTable = (typeof larderTables)[number]
/** `pictures`: the base64 of the pictures of ingredients and places, by their ids. `photos`: of the photos of recipes, by the recipes' ids. */
export type LarderExport = Readonly<Record<LarderTable, readonly TableRow[]>> & {
  readonly pictures: ReadonlyMap<string, string>
  readonly photos: ReadonlyMap<string, string>
}

/** Many ingredients can name one picture, and a plan holds a copy for each: of these letters of base64 in all. */
const maxPictureLetters = 40_000_000

type PlannedRow = ImportPlan['rows'][number]

/** Maximum number of learned names of an ingredient, and of letters in one. */
const maxLearned = 500
const maxLearnedLetters = 300

const unitIn = (cell: unknown): Unit | null => (isUnit(cell) ? cell : null)
const isInUse = (row: TableRow) => row['revoked_at'] === null
const isEnded = (row: TableRow) => row['state'] === 'used' || row['state'] === 'discarded'
const isActive = (row: TableRow) => row['removed_at'] === null
const monthDayIn = (cell: unknown): number | null => {
  const day = numberOf(cell)
  return day !== null && Number.isInteger(day) && day >= 1 && day <= 31 ? day : null
}
const lines = (cell: unknown): string[] => (Array.isArray(cell) ? cell.map(textOf) : [])

function listsAndLabels(
  larder: LarderExport,
  { stores, lists, today }: { stores: ReadonlyMap<string, string>; lists: ReadonlyMap<string, string>; today: string },
): PlannedRow[] {
  const isListed = (row: TableRow) => row['state'] === 'listed' && !isYes(row['by_rule']) && row['is_checked'] !== true
  const labels = Map.groupBy(larder.labels.filter(isInUse), (row) => textOf(row['sheet_id']))
  return [
    ...larder.shopping_items.filter(isListed).map((row) => listIn(row, stores, lists)),
    ...larder.recurring_items.filter((row) => row['ended_at'] === null).map((row) => recurringIn(row, lists, today)),
    ...larder.shopping_bundles.filter(isActive).map(bundleIn),
    ...larder.label_sheets.filter(isInUse).map((row) => sheetIn(row, labels.get(textOf(row['id'])) ?? [])),
    ...larder.stores.filter(isActive).toSorted(byPlace).map(storeIn),
    // After their rows, since nothing is added to a list that is archived.
    ...larder.shopping_lists.filter(isActive).map(namedListIn),
  ]
}

const byPlace = (a: TableRow, b: TableRow) => (numberOf(a['place']) ?? 0) - (numberOf(b['place']) ?? 0)
const byPosition = (a: TableRow, b: TableRow) => (numberOf(a['position']) ?? 0) - (numberOf(b['position']) ?? 0)

/**
 * Plans the import of ingredients with their pictures, stock, list items added by members, what repeats, bundles, labels, places, recipes,
 * cookbooks, diets, meals and settings, but not starter recipes or shared flags. Ignores dates after `today`.
 */
export function planFromLarder(larder: LarderExport, today: string): ImportPlan {
  const stock = larder.lots.filter((row) => row['state'] === 'active')
  const stocked = new Set(stock.map((row) => textOf(row['ingredient_id'])))
  const ingredients = new Map<string, string>()
  const rows: ImportPlan['rows'] = []
  let lettersLeft = maxPictureLetters
  const pictureOf = (id: string) => {
    const picture = larder.pictures.get(id)
    lettersLeft -= picture?.length ?? 0
    return lettersLeft < 0 ? undefined : picture
  }

  const names = activeNames(larder.ingredients)
  const learned = learnedIn(larder)
  for (const row of larder.ingredients) {
    const [id, name] = [textOf(row['id']), readName(row['name'])]
    if (!isActive(row) && !stocked.has(id)) continue
    if (name === null) rows.push({ kind: 'food', place: `ingredients ${id}`, name: '', refused: 'no_name' })
    else {
      if (id !== '') ingredients.set(id, name)
      rows.push({
        kind: 'food',
        place: `ingredients ${id}`,
        name,
        key: `larder food ${id}`,
        data: ingredientIn(name, row, names.get(textOf(row['parent_id'])), pictureOf(textOf(row['picture'])), learned(id)),
      })
    }
  }
  const ofIngredient = (
    kind: 'barcode' | 'lot' | 'past',
    table: LarderTable,
    tableRows: readonly TableRow[],
    read: (row: TableRow, ingredient: string) => PlannedRow,
  ) =>
    tableRows.map((row): PlannedRow => {
      const ingredient = ingredients.get(textOf(row['ingredient_id']))
      return ingredient === undefined ? { kind, place: placeOf(table, row), name: '', refused: 'unknown_food' } : read(row, ingredient)
    })
  rows.push(...ofIngredient('barcode', 'barcodes', larder.barcodes, barcodeIn))
  const [stores, lists] = [activeNames(larder.stores), activeNames(larder.shopping_lists)]
  const ledger = Map.groupBy(larder.ledger, (row) => textOf(row['lot_id']))
  const ledgerOf = (row: TableRow) => ledger.get(textOf(row['id'])) ?? []
  rows.push(...ofIngredient('lot', 'lots', stock, (row, ingredient) => lotIn(row, ledgerOf(row), ingredient, today, stores)))
  // Ingredients that were deleted stay deleted.
  const ended = larder.lots.filter((row) => isEnded(row) && ingredients.has(textOf(row['ingredient_id'])))
  const past = ofIngredient('past', 'lots', ended, (row, ingredient) => lotIn(row, ledgerOf(row), ingredient, today, stores))
  rows.push(...past.filter((row) => !isRefused(row)).slice(-maxRowsByKind.past))
  rows.push(...listsAndLabels(larder, { stores, lists, today }))
  for (const row of larder.places.filter(isActive).toSorted(byPosition)) rows.push(keptAtIn(row, pictureOf(textOf(row['picture']))))
  rows.push(...recipesAndCookbooks(larder, pictureOf))
  rows.push(...dietsMealsAndSettings(larder, ingredients))
  return { ...createPlan('larder', rows), picturesLeftOut: countMissingPictures(larder, rows) }
}

/** Starters that were changed stay behind. */
const isOwnRecipe = (row: TableRow) => isActive(row) && row['is_starter'] !== true

function recipesAndCookbooks(larder: LarderExport, pictureOf: (id: string) => string | undefined): PlannedRow[] {
  const cookings = Map.groupBy(larder.recipe_cookings.filter(isActive), (row) => textOf(row['recipe_id']))
  const cookingsOf = (id: string) => (cookings.get(id) ?? []).map((row) => cookingIn(row, pictureOf(textOf(row['picture']))))
  const recipes = larder.recipes.filter(isOwnRecipe).map((row) => {
    const id = textOf(row['id'])
    return recipeIn(row, cookingsOf(id), larder.photos.get(id))
  })
  const named = new Map(larder.recipes.map((row) => [textOf(row['id']), row]))
  return [
    ...recipes,
    ...larder.cookbooks
      .filter(isActive)
      .toSorted(byPosition)
      .map((row) => cookbookIn(row, named)),
  ]
}

/** Returns how many planned ingredients, places, recipes and times that these were made have a picture in the export that isn't in the plan. */
function countMissingPictures(larder: LarderExport, rows: ImportPlan['rows']): number {
  const has = (row: TableRow) => isActive(row) && textOf(row['picture'] ?? row['photo']) !== '' && row['is_starter'] !== true
  const recipes = new Set(larder.recipes.filter(isOwnRecipe).map((row) => row['id']))
  const cookings = larder.recipe_cookings.filter((row) => recipes.has(row['recipe_id']))
  const exported = [...larder.ingredients, ...larder.places, ...larder.recipes, ...cookings].filter(has).length
  const planned = rows.flatMap((row): { picture?: string }[] => {
    if (isRefused(row)) return []
    if (row.kind === 'list') return row.data.keptAt ? [row.data.keptAt] : []
    if (row.kind === 'recipe') return [row.data, ...(row.data.cookings ?? [])]
    return row.kind === 'food' ? [row.data] : []
  })
  return Math.max(0, exported - planned.filter(({ picture }) => picture !== undefined).length)
}

function dietsMealsAndSettings(larder: LarderExport, ingredients: ReadonlyMap<string, string>): PlannedRow[] {
  const members = new Map(
    larder.people.map((row) => [textOf(row['id']), `${textOf(row['first_name'])} ${textOf(row['last_name'])}`.trim()]),
  )
  const { plan_entries: entries, plan_repeats: repeats, meal_eaters: mealEaters, plan_list_causes: causes, recipes } = larder
  const leftovers = larder.recipe_leftovers
  const [household] = larder.households
  return [
    ...planDiets({ eaters: larder.eaters, foodContents: larder.food_contents, ingredients, members }),
    ...planMeals({ entries, repeats, mealEaters, causes, recipes, leftovers, ingredients, members }),
    ...planSettings({ household, aisles: larder.shopping_aisles, steps: larder.shopping_steps }),
  ]
}

const placeOf = (table: LarderTable, row: TableRow) => `${table} ${textOf(row['id'] ?? row['code']).slice(0, 60)}`

const storesIn = (row: TableRow, stores: ReadonlyMap<string, string>): { stores?: string[] } => {
  const names = lines(row['store_ids']).flatMap((id) => stores.get(id) ?? [])
  return names.length > 0 ? { stores: names } : {}
}

/** Returns a function that returns what was learned about an ingredient. What is valid is brought, and an ingredient isn't refused for the rest. */
function learnedIn(larder: LarderExport): (id: string) => LearnedMatches | undefined {
  const byId = (tableRows: readonly TableRow[]) => Map.groupBy(tableRows, (row) => textOf(row['ingredient_id']))
  const [receipts, recipes, photos] = [byId(larder.receipt_names), byId(larder.recipe_foods), byId(larder.photo_examples)]
  const textsOf = (tableRows: readonly TableRow[] | undefined, column: string) =>
    (tableRows ?? [])
      .map((row) => textOf(row[column]))
      .filter((text) => text !== '' && text.length <= maxLearnedLetters)
      .slice(0, maxLearned)
  return (id) => {
    const learned = {
      receipts: textsOf(receipts.get(id), 'print'),
      recipes: textsOf(recipes.get(id), 'food_key'),
      photos: (photos.get(id) ?? [])
        .flatMap((row) => LearnedPhoto.safeParse({ id: row['id'], model: row['model'], features: row['features'] }).data ?? [])
        .slice(0, maxLearnedPhotos.ofFood),
    }
    return id !== '' && Object.values(learned).some(({ length }) => length > 0) ? learned : undefined
  }
}

/** Copies the row; `rejectInvalidRows` checks it. Skips a shelf life from the built-in table, which is looked up again. */
function ingredientIn(
  name: string,
  row: TableRow,
  parent: string | undefined,
  picture: string | undefined,
  learned: LearnedMatches | undefined,
): PlanData['food'] {
  const data = {
    name,
    category: row['category'],
    parLevel: row['par_quantity'],
    defaultUnit: row['default_unit'],
    defaultStorage: row['default_storage'],
    defaultLocation: row['default_location'],
    ...optional('openedStorage', row['opened_storage'] ?? null),
    ...optional('openedLocation', textOf(row['opened_location']) || null),
    aliases: lines(row['aliases']),
    conversions: row['conversions'],
    // Exports of earlier releases have none.
    ...optional('ownUnits', Array.isArray(row['own_units']) ? row['own_units'] : null),
    ...optional('containers', Array.isArray(row['containers']) ? row['containers'] : null),
    ...optional('note', textOf(row['note']) || null),
    ...optional('warningDays', row['warning_days'] === -1 ? 'never' : numberOf(row['warning_days'])),
    ...(row['is_favorite'] === true ? { isFavorite: true } : {}),
    ...optional('parent', parent ?? null),
    ...optional('picture', picture ?? null),
    ...optional('learned', learned ?? null),
    ...(row['shelf_life_source'] === null ? { shelfLife: row['shelf_life'] } : {}),
  }
  return data as PlanData['food']
}

function barcodeIn(row: TableRow, ingredient: string): PlannedRow {
  const [place, code] = [placeOf('barcodes', row), normalizeBarcode(textOf(row['code']))?.code]
  if (!code) return { kind: 'barcode', place, name: ingredient, refused: 'barcode_unreadable' }
  const [packUnit, amount] = [unitIn(row['pack_unit']), roundAmount(numberOf(row['pack_quantity']) ?? 0)]
  const packQuantity = packUnit === null ? null : amount
  const data = {
    food: ingredient,
    code,
    packQuantity,
    packUnit: packQuantity === null ? null : packUnit,
    ...optional('packName', packQuantity === null ? null : readName(row['pack_name'])),
    ...optional('label', readName(row['label'])),
  }
  return { kind: 'barcode', place, name: ingredient, key: `larder code ${code}`, data }
}

/** Reads a lot with what has left it, which is all of one that ended. */
function lotIn(
  row: TableRow,
  ledger: readonly TableRow[],
  ingredient: string,
  today: string,
  stores: ReadonlyMap<string, string>,
): PlannedRow {
  const [place, lotId, kind] = [placeOf('lots', row), textOf(row['id']), isEnded(row) ? 'past' : 'lot'] as const
  const left = roundAmount(numberOf(row['quantity']) ?? 0)
  const unit = unitIn(row['unit'])
  const movements = unit === null ? [] : movementsInLedger(ledger, unit)
  const quantity = roundAmount((left ?? 0) + sumOfMovements(movements))
  if (quantity === null || (left === null && kind === 'lot')) return { kind, place, name: ingredient, refused: 'no_amount' }
  const past = (name: string) => {
    const day = dateOf(row[name])
    return day !== null && day <= today ? day : null
  }
  // The price was paid for the original quantity.
  const [price, original] = [numberOf(row['price']), numberOf(row['whole_quantity'])]
  const paid = price === null ? null : roundPrice(original !== null && original > quantity ? (price * quantity) / original : price)
  const [openedOn, frozenOn, daysLeft] = [past('opened_on'), past('frozen_on'), numberOf(row['frozen_days_left'])]
  const data = {
    food: ingredient,
    lotId,
    quantity,
    unit: row['unit'],
    ...optional('ownUnit', readName(row['own_unit'])),
    location: row['location'],
    storage: row['storage'],
    expirationDate: row['expiration_date'],
    dateKind: row['date_kind'],
    isOpened: row['is_opened'],
    ...optional('note', textOf(row['note']) || null),
    ...optional('store', stores.get(textOf(row['store_id'])) ?? null),
    ...optional('purchasePrice', paid),
    ...optional('addedOn', past('added_on')),
    ...optional('openedOn', openedOn),
    ...optional('frozenOn', frozenOn),
    ...(frozenOn !== null && daysLeft !== null && Number.isInteger(daysLeft) && Math.abs(daysLeft) <= 40_000
      ? { frozenDaysLeft: daysLeft }
      : {}),
    ...optional('thawedOn', frozenOn === null ? null : past('thawed_on')),
    ...(movements.length > 0 ? { movements } : {}),
  }
  const planned = { place, name: ingredient, key: `larder lot ${lotId}`, data: data as PlanData['lot'] }
  return kind === 'past' ? { kind, ...planned } : { kind, ...planned }
}

/** Returns the names of active stores or lists by id. */
const activeNames = (named: readonly TableRow[]): ReadonlyMap<string, string> =>
  new Map(
    named.filter(isActive).flatMap((row) => {
      const name = readName(row['name'])
      return name === null ? [] : [[textOf(row['id']), name] as const]
    }),
  )

function listIn(row: TableRow, stores: ReadonlyMap<string, string>, lists: ReadonlyMap<string, string>): PlannedRow {
  const [place, name] = [placeOf('shopping_items', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  const data = {
    food: name,
    quantity: row['quantity'],
    unit: row['unit'],
    category: row['category'],
    ...optional('note', textOf(row['note']) || null),
    ...storesIn(row, stores),
    ...optional('list', lists.get(textOf(row['list_id'])) ?? null),
  }
  return { kind: 'list', place, name, key: `larder list ${textOf(row['id'])}`, data: data as PlanData['list'] }
}

function recurringIn(row: TableRow, lists: ReadonlyMap<string, string>, today: string): PlannedRow {
  const [place, name] = [placeOf('recurring_items', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  const data = {
    food: name,
    quantity: row['quantity'],
    unit: row['unit'],
    category: row['category'],
    ...optional('list', lists.get(textOf(row['list_id'])) ?? null),
    repeats: {
      every: { count: numberOf(row['every_count']), unit: row['every_unit'] },
      dueOn: dateOf(row['due_on']) ?? today,
      ...optional('monthDay', monthDayIn(row['month_day'])),
    },
  }
  return { kind: 'list', place, name, key: `larder recurring ${textOf(row['id'])}`, data: data as PlanData['list'] }
}

function bundleIn(row: TableRow): PlannedRow {
  const [place, name] = [placeOf('shopping_bundles', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  return { kind: 'list', place, name, key: `larder bundle ${textOf(row['id'])}`, data: { food: name, bundle: lines(row['items']) } }
}

function sheetIn(row: TableRow, labels: readonly TableRow[]): PlannedRow {
  const codes = labels.map((label) => textOf(label['id']))
  const on = labels.flatMap((label) => {
    const [code, lotId, location] = [textOf(label['id']), textOf(label['lot_id']), textOf(label['location'])]
    return lotId !== '' ? { code, lotId } : location !== '' ? { code, location } : []
  })
  const [place, name] = [placeOf('label_sheets', row), formatLabelCode(codes[0] ?? '')]
  const data = { food: name, labels: { size: row['size'], codes, on } }
  return { kind: 'list', place, name, key: `larder labels ${textOf(row['id'])}`, data: data as PlanData['list'] }
}

function storeIn(row: TableRow): PlannedRow {
  const [place, name] = [placeOf('stores', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  const list = (cell: unknown) => (Array.isArray(cell) ? cell : [])
  const data = { food: name, ownStore: { arranged: list(row['aisles']), pairs: list(row['aisle_pairs']) } }
  return { kind: 'list', place, name, key: `larder store ${textOf(row['id'])}`, data: data as PlanData['list'] }
}

function namedListIn(row: TableRow): PlannedRow {
  const [place, name] = [placeOf('shopping_lists', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  const data = { food: name, ownList: { isArchived: textOf(row['archived_at']) !== '' } }
  return { kind: 'list', place, name, key: `larder own list ${textOf(row['id'])}`, data }
}

function keptAtIn(row: TableRow, picture: string | undefined): PlannedRow {
  const [place, name] = [placeOf('places', row), readName(row['name'])]
  if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
  const data = { food: name, keptAt: { storage: row['storage'] ?? null, ...optional('picture', picture ?? null) } }
  return { kind: 'list', place, name, key: `larder place ${textOf(row['id'])}`, data: data as PlanData['list'] }
}

const starsIn = (row: TableRow) => {
  const tenths = numberOf(row['rating_tenths'])
  return tenths === null ? null : tenths / 10
}

const cookingIn = (row: TableRow, picture: string | undefined) => ({
  date: row['cooked_on'],
  rating: starsIn(row),
  notes: row['notes'],
  ...optional('picture', picture ?? null),
})

function recipeIn(row: TableRow, cookings: readonly object[], picture: string | undefined): PlannedRow {
  const [place, name] = [placeOf('recipes', row), readName(row['name'])]
  if (name === null) return { kind: 'recipe', place, name: '', refused: 'no_name' }
  const data = {
    name,
    description: row['description'],
    category: row['category'],
    tags: lines(row['tags']),
    difficulty: row['difficulty'],
    prepTime: row['prep_minutes'],
    cookTime: row['cook_minutes'],
    totalTime: row['total_minutes'],
    servings: row['servings'],
    rating: starsIn(row),
    ingredients: lines(row['ingredients']),
    instructions: lines(row['instructions']),
    notes: row['notes'],
    sourceUrl: row['source_url'],
    imageUrl: row['image_url'],
    ...(row['is_favorite'] === 1 || row['is_favorite'] === true ? { isFavorite: true } : {}),
    ...(cookings.length > 0 ? { cookings } : {}),
    ...optional('picture', picture ?? null),
  }
  return { kind: 'recipe', place, name, key: `larder recipe ${textOf(row['id'])}`, data: data as PlanData['recipe'] }
}

/** A starter that the household hasn't changed is in no table. Removed recipes stay behind. */
function cookbookIn(row: TableRow, recipes: ReadonlyMap<string, TableRow>): PlannedRow {
  const [place, name] = [placeOf('cookbooks', row), readName(row['name'])]
  if (name === null) return { kind: 'recipe', place, name: '', refused: 'no_name' }
  const cookbook = lines(row['recipe_ids']).flatMap((recipeId) => {
    const recipe = recipes.get(recipeId)
    if (recipe && !isActive(recipe)) return []
    const isStarter = recipe === undefined || recipe['is_starter'] === true
    return [{ recipe: textOf(recipe?.['name']), recipeId, ...(isStarter ? { starterId: recipeId } : {}) }]
  })
  return {
    kind: 'recipe',
    place,
    name,
    key: `larder cookbook ${textOf(row['id'])}`,
    data: { name, cookbook } as unknown as PlanData['recipe'],
  }
}
