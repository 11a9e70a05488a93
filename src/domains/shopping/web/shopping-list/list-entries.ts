import { t } from '@lingui/core/macro'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Priority, ShoppingItem } from '../../contract/index.ts'
import { groupSameItems, partsOf } from '../../rules/group-same-items.ts'
import { parsePastedRows } from '../../rules/parse-pasted-rows.ts'

export interface ListFilters {
  readonly search: string
  readonly category: string | null
  readonly priority: Priority | null
}

/** A line of the list: a heading in the user's language with the number of its rows, or a row. */
export type Entry =
  | {
      readonly kind: 'heading'
      readonly key: string
      readonly name: string
      readonly count: number
      /** Whether the rows of a section that folds are shown. */
      readonly isOpen?: boolean
    }
  | {
      readonly kind: 'item'
      readonly key: string
      /** A row, or several about the same thing as one. */
      readonly item: ShoppingItem
      /** Whether the rows of several are shown below; undefined for one row. */
      readonly isExpanded?: boolean
      /** Whether it is shown below several that it is one of. */
      readonly isPart?: boolean
    }

const searchKeys = new WeakMap<ShoppingItem, string>()
function searchKeyOf(item: ShoppingItem): string {
  const known = searchKeys.get(item) ?? nameKey(`${item.ingredientName} ${categoryLabel(item.category)}`)
  searchKeys.set(item, known)
  return known
}

export const isNarrowed = ({ search, category, priority }: ListFilters): boolean => search !== '' || category !== null || priority !== null

/**
 * Returns the name to search for in a line such as `2 l milk`: nothing if it holds several, or an amount of something that isn't on the list, since
 * it is there to be added.
 */
export function searchedName(text: string, today: CalendarDate, items: readonly ShoppingItem[]): string {
  const [only, ...more] = parsePastedRows(text, today)
  if (more.length > 0 || /[,;]\s*$/.test(text)) return ''
  if (!only) return text
  const isAmount = /\d/.test(text)
  return isAmount && !items.some((item) => searchKeyOf(item).includes(nameKey(only.name))) ? '' : only.name
}

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

/** The section of rows for other stores. */
export interface Elsewhere {
  readonly items: readonly ShoppingItem[]
  readonly isOpen: boolean
}

/**
 * Groups rows by aisle, each with a heading, and rows about the same thing. Rows for other stores and then those in `sunk` are at the end.
 * `expanded`: the ids of the first of several rows that are shown one by one.
 */
export function groupByAisle(
  items: readonly ShoppingItem[],
  sunk: ReadonlySet<string>,
  elsewhere: Elsewhere,
  expanded: ReadonlySet<string>,
): Entry[] {
  const entries: Entry[] = []
  const pushItems = (key: string, shown: readonly ShoppingItem[]) => {
    for (const item of shown) {
      const parts = partsOf(item)
      const isExpanded = expanded.has(item.id)
      // A row that changes its place gets a new element: the focus then stays at the place, as with removed rows.
      entries.push({ kind: 'item', key: `${key} ${item.id}`, item, ...(parts.length > 1 ? { isExpanded } : {}) })
      if (parts.length > 1 && isExpanded)
        for (const part of parts) entries.push({ kind: 'item', key: `${key} ${item.id} ${part.id}`, item: part, isPart: true })
    }
  }
  const push = (key: string, name: string, rows: readonly ShoppingItem[]) => {
    if (rows.length === 0) return
    const shown = groupSameItems(rows)
    entries.push({ kind: 'heading', key, name, count: shown.length })
    pushItems(key, shown)
  }
  const aisles = Map.groupBy(
    items.filter(({ id }) => !sunk.has(id)),
    ({ category }) => category,
  )
  for (const [name, rows] of aisles) push(`aisle ${name}`, categoryLabel(name), rows)
  if (elsewhere.items.length > 0) {
    const shown = groupSameItems(elsewhere.items)
    entries.push({ kind: 'heading', key: 'elsewhere', name: t`Other stores`, count: shown.length, isOpen: elsewhere.isOpen })
    if (elsewhere.isOpen) pushItems('elsewhere', shown)
  }
  push(
    'cart',
    t`In the cart`,
    items.filter(({ id }) => sunk.has(id)),
  )
  return entries
}
