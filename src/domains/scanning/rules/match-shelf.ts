import type { SeenFood } from '../contract.ts'

/** An item that should be on the shelf. */
interface ShelfItem {
  readonly id: string
  readonly ingredient: { readonly id: string }
}

export interface SeenItem<T extends ShelfItem> {
  readonly item: T
  readonly seen: SeenFood
  /** Whether the food is several items, of which the photo may show any. */
  readonly isOneOfSeveral: boolean
  /** False if it needs a look: weak evidence, or several items that it may be. */
  readonly isLikely: boolean
}

export interface ShelfMatch<T extends ShelfItem> {
  readonly seen: readonly SeenItem<T>[]
  /** What the photo doesn't show. It may be hidden or turned away. */
  readonly unseen: readonly T[]
  /** What the photo shows and isn't recorded here. */
  readonly others: readonly SeenFood[]
}

/** Print at least this plain names what is there, given that it is expected. Looks alone don't. */
const minLikelyPrint = 0.6

const isStrong = ({ evidence, confidence }: SeenFood) => evidence === 'barcode' || (evidence === 'print' && confidence >= minLikelyPrint)

/** Compares what a photo shows with what should be there. */
export function matchShelf<T extends ShelfItem>(items: readonly T[], foods: readonly SeenFood[]): ShelfMatch<T> {
  const seen = foods.flatMap((food) => {
    const same = items.filter(({ ingredient }) => ingredient.id === food.ingredientId)
    const isOneOfSeveral = same.length > 1
    return same.map((item) => ({ item, seen: food, isOneOfSeveral, isLikely: !isOneOfSeveral && isStrong(food) }))
  })
  const ids = new Set(seen.map(({ item }) => item.id))
  const known = new Set(seen.map(({ seen: food }) => food))
  return { seen, unseen: items.filter(({ id }) => !ids.has(id)), others: foods.filter((food) => !known.has(food)) }
}
