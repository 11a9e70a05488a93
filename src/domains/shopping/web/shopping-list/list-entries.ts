import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Priority, ShoppingItem } from '../../contract/index.ts'

export interface ListFilters {
  readonly search: string
  readonly category: string | null
  readonly priority: Priority | null
}

/** A line of the list: an aisle heading in the user's language, or a row. */
export type Entry =
  | { readonly kind: 'aisle'; readonly key: string; readonly name: string; readonly count: number; readonly left: number }
  | { readonly kind: 'item'; readonly key: string; readonly item: ShoppingItem }

const searchKeys = new WeakMap<ShoppingItem, string>()
function searchKeyOf(item: ShoppingItem): string {
  const known = searchKeys.get(item) ?? nameKey(`${item.ingredientName} ${categoryLabel(item.category)}`)
  searchKeys.set(item, known)
  return known
}

export const isNarrowed = ({ search, category, priority }: ListFilters): boolean => search !== '' || category !== null || priority !== null

export function filtered(items: readonly ShoppingItem[], { search, category, priority }: ListFilters): readonly ShoppingItem[] {
  const query = nameKey(search)
  if (query === '' && category === null && priority === null) return items
  return items.filter(
    (item) =>
      (category === null || item.category === category) &&
      (priority === null || item.priority === priority) &&
      (query === '' || searchKeyOf(item).includes(query)),
  )
}

/** Groups rows by aisle, each with a heading. */
export function groupByAisle(items: readonly ShoppingItem[]): Entry[] {
  const entries: Entry[] = []
  for (const [name, rows] of Map.groupBy(items, ({ category }) => category)) {
    const left = rows.reduce((count, { isChecked }) => count + Number(!isChecked), 0)
    entries.push({ kind: 'aisle', key: `aisle ${name}`, name: categoryLabel(name), count: rows.length, left })
    for (const item of rows) entries.push({ kind: 'item', key: item.id, item })
  }
  return entries
}
