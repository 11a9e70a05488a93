import type { NewIngredient, ShelfLife } from '#domains/ingredients/contract/index.ts'
import type { NewLot } from '#domains/inventory/contract.ts'
import type { RecipeDraft } from '#domains/recipes/contract/recipe.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Kind, NotUnderstood, Source } from '../contract.ts'

/** Days of a lot that only who kept it knows. */
export interface LotPast {
  addedOn?: string
  openedOn?: string
  frozenOn?: string
  /** Days it had left on `frozenOn`. */
  frozenDaysLeft?: number
  thawedOn?: string
}

/** What a file says, in Larder's words, before anything of the household is looked at. Foods are meant by their names. `lotId`: which lot
 * it was in the household whose backup this is. */
export interface PlanData {
  food: Omit<NewIngredient, 'id' | 'shelfLife' | 'barcodes' | 'isShared'> & { shelfLife?: Partial<ShelfLife> }
  barcode: { food: string; code: string; packQuantity: number | null; packUnit: Unit | null; label?: string }
  lot: Omit<NewLot, 'id' | 'ingredientId' | 'ingredient' | 'isShared'> & LotPast & { food: string; lotId?: string }
  list: { food: string; quantity?: number; unit?: Unit; category?: string }
  recipe: RecipeDraft
}

/** One thing that may come. `key`: the same thing has the same key in every file of its source. */
export type PlanRow = {
  [K in Kind]: {
    kind: K
    place: string
    name: string
    key: string
    data: PlanData[K]
    /** A number of it can be read in two ways, and nothing in the file tells which. */
    isDoubtful?: boolean
  }
}[Kind]
/** One thing that stays out because of what the file says of it. */
export interface RefusedRow {
  kind: Kind
  place: string
  name: string
  refused: NotUnderstood
}

export interface Plan {
  source: Source
  rows: (PlanRow | RefusedRow)[]
  /** What was read in a way that somebody may want to know of: unit names that became pieces. */
  countedAsPieces: string[]
}

export const isRefused = (row: PlanRow | RefusedRow): row is RefusedRow => 'refused' in row

/**
 * Thrown by readers for a file that as a whole is not what it should be, or that could not be read to its end: `too_slow` · `too_large` for
 * the memory that one reader gets · `interrupted`, which says nothing of the file.
 */
export class Unreadable extends Error {
  readonly code: 'no_name_column' | 'nothing_in_it' | 'too_many' | 'not_known' | 'damaged' | 'too_slow' | 'too_large' | 'interrupted'
  constructor(code: Unreadable['code']) {
    super(code)
    this.code = code
  }
}

/** As many as one import brings. */
export const maxOf: Record<Kind, number> = { food: 10_000, barcode: 20_000, lot: 10_000, list: 1_000, recipe: 2_000 }

/** A plan in the order in which it is brought: foods before what needs them. Throws where it holds nothing, or more than can be brought. */
export function planOf(source: Source, rows: Plan['rows'], countedAsPieces: Iterable<string> = []): Plan {
  const order: Kind[] = ['food', 'barcode', 'lot', 'list', 'recipe']
  const sorted = order.flatMap((kind) => {
    const some = rows.filter((row) => row.kind === kind)
    if (some.length > maxOf[kind]) throw new Unreadable('too_many')
    return some
  })
  if (sorted.length === 0) throw new Unreadable('nothing_in_it')
  return { source, rows: sorted, countedAsPieces: [...new Set(countedAsPieces)].slice(0, 20) }
}
