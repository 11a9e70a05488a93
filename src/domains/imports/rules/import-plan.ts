/** The plan of an import, which `plan-from-*.ts` make of what another app exports. */

import type { ContentTerm, Eater, Meal } from '#domains/diets/contract.ts'
import type { Household } from '#domains/households/contract/index.ts'
import type { NewIngredient, ShelfLife, Storage } from '#domains/ingredients/contract/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import type { PastMovement } from '#domains/inventory/rules/past-movements.ts'
import type { LabelSizeName } from '#domains/labels/contract.ts'
import type { NewCooking } from '#domains/recipes/contract/cooking.ts'
import type { NewRecipe, RecipeDraft } from '#domains/recipes/contract/recipe.ts'
import type { LearnedPhoto } from '#domains/scanning/contract.ts'
import type { Interval } from '#domains/shopping/contract/index.ts'
import type { AislePair } from '#domains/shopping/rules/aisle-order.ts'
import type { StoreAisles } from '#domains/stores/contract.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type ImportRowKind, type ImportSource, importRowKinds, type RejectReason } from '../contract.ts'

/** A lot's past in the other app. */
export interface LotPast {
  addedOn?: string
  openedOn?: string
  frozenOn?: string
  /** Days until its expiration date on `frozenOn`. */
  frozenDaysLeft?: number
  thawedOn?: string
  /** What has left it since. `quantity` and the price are those of before. */
  movements?: readonly PastMovement[]
  /** The key of the row that it is in a later file, once it has ended. */
  keyOncePast?: string
}

/** How often the list adds something, and when next. `monthDay`: the day of the month that `dueOn` is meant for, if it isn't its own. */
export interface Repeats {
  every: Interval
  dueOn: string
  monthDay?: number
}

type PlannedLot = Omit<NewLot, 'id' | 'ingredientId' | 'ingredient' | 'isShared'> &
  LotPast & { food: string; lotId?: string; store?: string }

/** Labels that were printed together. `on`: what they are on; `lotId` is the lot's id in the exported household. */
export interface PrintedLabels {
  size: LabelSizeName
  codes: string[]
  on: { code: string; lotId?: string; location?: string }[]
}

/** What the household confirmed about an ingredient: its names on receipts and in recipes, in the form they are compared in, and its photos. */
export interface LearnedMatches {
  receipts: string[]
  recipes: string[]
  photos: LearnedPhoto[]
}

/** A place in the household's order. `picture` and `pictureId` as for ingredients. */
export interface PlannedPlace {
  storage: Storage | null
  picture?: string
  pictureId?: string
}

export interface PlannedRecipe {
  recipe: string
  recipeId?: string
  starterId?: string
}

/** What is planned: a recipe by its id in the exported household and by name, a starter recipe by its id too, an item by its id in the exported household, an ingredient, or a text. */
export interface PlannedDish {
  recipe?: string
  recipeId?: string
  starterId?: string
  text?: string
  lotId?: string
  food?: string
  /** Of the item or ingredient. */
  quantity?: number
  unit?: Unit
  servings: number
  /** Of an item: the recipe that it is leftovers of. */
  leftoverOf?: PlannedRecipe
}

export interface PlannedMeal extends PlannedDish {
  /** In the exported household. */
  entryId: string
  date: string
  meal: Meal
  isCooked: boolean
  /** What rows of the list are for it, by their ids in the exported household. */
  listed?: ListedFor[]
}

/** A meal's share of a row of the list, 0 if the row was there before. `food`: the name of an ingredient; otherwise the key of a name. */
export type ListedFor = { itemId: string; quantity: number; unit: Unit } & ({ food: string } | { foodKey: string })

/** A day of a repeat. `isRemoved`: nothing is planned for it. */
export type RepeatedMeal = PlannedMeal & {
  /** The day of the repeat that it is; undefined for the first. */
  day?: string
  isRemoved: boolean
}

export interface PlannedRepeat extends PlannedDish {
  repeatId: string
  firstOn: string
  everyWeeks: number
  meal: Meal
  days: RepeatedMeal[]
}

/** A member by id and name, or a guest by id, in the exported household. */
export type PlannedEater = { userId: string; name: string } | { guestId: string }

/** Who eats a day's meal. `carriedFor`: the meal or repeat, in the exported household, for which that was carried from another day. */
export interface PlannedEaters {
  date: string
  meal: Meal
  who: PlannedEater[]
  carriedFor?: string
}

/** What someone can't eat. */
export type PlannedNeeds = Pick<Eater, 'diets' | 'allergens' | 'avoids'>

/** A setting of the household and its value. */
export type PlannedSetting =
  | { [K in 'name' | 'timeZone' | 'currency' | 'restocksList' | 'locations']: { setting: K; value: Household[K] } }[
      | 'name'
      | 'timeZone'
      | 'currency'
      | 'restocksList'
      | 'locations']
  | { setting: 'aisles'; value: { arranged: string[]; pairs: AislePair[] } }

/**
 * The data of a row by kind, before it is matched with the household. `food` is an ingredient's name. `lotId` is the lot's id in the
 * exported household, `list` the name of the list, without which a row is for the default one. `repeats`: the row isn't on the list, but added
 * again after an interval. `bundle`: the lines of the bundle that `food` names. `labels`: the row is no row of the list, but printed labels.
 * `keptAt`: it is a place, which `food` names. `ownList` and `ownStore`: it is a list or a store itself, which `food` names. `picture` is the base64 of a picture, which becomes
 * `pictureId` when the preview is stored.
 */
export interface PlanData {
  food: Omit<NewIngredient, 'id' | 'shelfLife' | 'barcodes' | 'isShared' | 'parentId'> & {
    shelfLife?: Partial<ShelfLife>
    /** The name of the ingredient that it is a kind of. */
    parent?: string
    picture?: string
    pictureId?: string
    learned?: LearnedMatches
  }
  barcode: { food: string; code: string; packQuantity: number | null; packUnit: Unit | null; packName?: string; label?: string }
  lot: PlannedLot
  /** A lot of which nothing is left. */
  past: PlannedLot
  list: {
    food: string
    quantity?: number
    unit?: Unit
    category?: string
    note?: string
    stores?: string[]
    list?: string
    repeats?: Repeats
    bundle?: string[]
    labels?: PrintedLabels
    keptAt?: PlannedPlace
    ownList?: { isArchived: boolean }
    ownStore?: StoreAisles
  }
  /** `cookings`: when it was made. `cookbook`: the row is no recipe, but a cookbook of that name, with what is in it. */
  recipe: RecipeDraft &
    Pick<NewRecipe, 'isFavorite'> & {
      cookings?: readonly (NewCooking & { picture?: string; pictureId?: string })[]
      picture?: string
      pictureId?: string
      cookbook?: readonly PlannedRecipe[]
    }
  /** A guest, the importing member's own needs, or what an ingredient contains. `member`: who they are in the exported household. */
  diet:
    | { guest: PlannedNeeds & { guestId: string; name: string } }
    | { own: PlannedNeeds & { member: { userId: string; name: string } } }
    | { food: string; contains: ContentTerm[]; without: ContentTerm[] }
  plan: { leftovers: PlannedRecipe & { lotId: string } } | { meal: PlannedMeal } | { repeat: PlannedRepeat } | { eaters: PlannedEaters }
  /** `before`: the household's own value, since the preview or, once imported, before that. */
  setting: PlannedSetting & { before?: unknown }
}

/** A row that can be imported. `key` is the same in every file of the source. */
export type PlanRow = {
  [K in ImportRowKind]: {
    kind: K
    place: string
    name: string
    key: string
    data: PlanData[K]
    /** A number is ambiguous, and the rest of the file doesn't resolve it. */
    isAmbiguousNumber?: boolean
  }
}[ImportRowKind]
/** A row that can't be imported. */
export interface RefusedRow {
  kind: ImportRowKind
  place: string
  name: string
  refused: RejectReason
}

export interface ImportPlan {
  source: ImportSource
  rows: (PlanRow | RefusedRow)[]
  /** Unknown unit names whose amounts are counted in pieces. */
  countedAsPieces: string[]
  /** Photos for which there is no room. */
  picturesLeftOut?: number
}

export const isRefused = (row: PlanRow | RefusedRow): row is RefusedRow => 'refused' in row

/**
 * Thrown if the file as a whole can't be read. `too_slow` and `too_large` mean that it exceeded the reader's time or memory; `interrupted`
 * means that the reader was stopped, whatever the file holds.
 */
export class UnreadableFileError extends Error {
  readonly code: 'no_name_column' | 'nothing_in_it' | 'too_many' | 'not_known' | 'damaged' | 'too_slow' | 'too_large' | 'interrupted'
  constructor(code: UnreadableFileError['code']) {
    super(code)
    this.code = code
  }
}

/** Maximum rows of a kind in one import. */
export const maxRowsByKind: Record<ImportRowKind, number> = {
  food: 10_000,
  barcode: 20_000,
  lot: 10_000,
  past: 20_000,
  list: 1_500,
  recipe: 2_000,
  diet: 11_000,
  plan: 10_000,
  setting: 20,
}

/** Returns whether a row is an ingredient that follows what it is a kind of. */
const isKind = (row: PlanRow | RefusedRow): boolean => !isRefused(row) && row.kind === 'food' && row.data.parent !== undefined

/** Sorts the rows into import order. Throws `UnreadableFileError` if there are no rows or too many. */
export function createPlan(source: ImportSource, rows: ImportPlan['rows'], countedAsPieces: Iterable<string> = []): ImportPlan {
  const sorted = importRowKinds.flatMap((kind) => {
    const ofKind = rows.filter((row) => row.kind === kind)
    if (ofKind.length > maxRowsByKind[kind]) throw new UnreadableFileError('too_many')
    return ofKind.toSorted((a, b) => Number(isKind(a)) - Number(isKind(b)))
  })
  if (sorted.length === 0) throw new UnreadableFileError('nothing_in_it')
  return { source, rows: sorted, countedAsPieces: [...new Set(countedAsPieces)].slice(0, 20) }
}
