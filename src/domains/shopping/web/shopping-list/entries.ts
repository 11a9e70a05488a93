import { aisleLabel } from '#domains/ingredients/rules/aisle.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Priority, ShoppingItem } from '../../contract/index.ts'

export interface ListFilters {
  readonly search: string
  readonly category: string | null
  readonly priority: Priority | null
}

/** What stands under each other: an aisle's heading in the reader's words, then its rows. */
export type Entry =
  | { readonly kind: 'aisle'; readonly key: string; readonly name: string; readonly count: number; readonly left: number }
  | { readonly kind: 'item'; readonly key: string; readonly item: ShoppingItem }

const foldedNames = new WeakMap<ShoppingItem, string>()
function folded(item: ShoppingItem): string {
  const known = foldedNames.get(item) ?? nameKey(`${item.ingredientName} ${aisleLabel(item.category)}`)
  foldedNames.set(item, known)
  return known
}

export const isNarrowed = ({ search, category, priority }: ListFilters): boolean => search !== '' || category !== null || priority !== null

export function filtered(items: readonly ShoppingItem[], { search, category, priority }: ListFilters): readonly ShoppingItem[] {
  const wanted = nameKey(search)
  if (wanted === '' && category === null && priority === null) return items
  return items.filter(
    (item) =>
      (category === null || item.category === category) &&
      (priority === null || item.priority === priority) &&
      (wanted === '' || folded(item).includes(wanted)),
  )
}

/** Rows in aisle order, each aisle under its heading. */
export function entriesOf(items: readonly ShoppingItem[]): Entry[] {
  const entries: Entry[] = []
  for (const [name, those] of Map.groupBy(items, ({ category }) => category)) {
    const left = those.reduce((count, { isChecked }) => count + Number(!isChecked), 0)
    entries.push({ kind: 'aisle', key: `aisle ${name}`, name: aisleLabel(name), count: those.length, left })
    for (const item of those) entries.push({ kind: 'item', key: item.id, item })
  }
  return entries
}
