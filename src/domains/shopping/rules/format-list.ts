import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { NamedList, ShoppingItem, ShoppingList } from '../contract/index.ts'
import { formatPacks } from './purchase-amount.ts'

const heading = ['Item', 'Quantity', 'Unit', 'Category', 'Priority', 'Reason', 'Estimated cost', 'Checked', 'Why', 'Note']

/**
 * Returns a list as table rows, the heading first. With `lists`, each row names its list last; the default list has no name. Without, it is the
 * default list alone.
 */
export const formatAsTable = (
  { items }: Pick<ShoppingList, 'items'>,
  lists: readonly Pick<NamedList, 'id' | 'name'>[] | null = null,
): (string | number | null)[][] => [
  lists ? [...heading, 'List'] : heading,
  ...items.map((item) => [
    item.ingredientName,
    item.suggestedQuantity,
    item.unit,
    item.category,
    item.priority,
    item.reason,
    item.estimatedCost === null ? null : item.estimatedCost.toFixed(2),
    item.isChecked ? 'yes' : 'no',
    item.why,
    item.note,
    ...(lists ? [lists.find(({ id }) => id === item.listId)?.name ?? ''] : []),
  ]),
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
const exact = (quantity: number, unit: Unit) => formatExactAmount(toMilli(quantity), unit)
const line = ({ isChecked, ingredientName, suggestedQuantity, unit, packs, note }: ShoppingItem) =>
  `[${isChecked ? 'x' : ' '}] ${oneLine(ingredientName)}, ${packs ? formatPacks(packs, exact) : exact(suggestedQuantity, unit)}${note ? ` (${oneLine(note)})` : ''}`

/** Formats the list as plain text: grouped by aisle, a checkbox before each row, the total at the end. */
export function formatListAsText({ items, stats, aisles }: Pick<ShoppingList, 'items' | 'stats' | 'aisles'>): string {
  const byAisle = Map.groupBy(items, ({ category }) => category)
  const order = [
    ...aisles.filter((category) => byAisle.has(category)),
    ...[...byAisle.keys()].filter((category) => !aisles.includes(category)),
  ]
  const groups = order.map((category) => [oneLine(categoryLabel(category)), ...(byAisle.get(category) ?? []).map(line)].join('\n'))
  const cost = fromMilli(Math.round(stats.estimatedTotalCost * 1000)).toFixed(2)
  const priced =
    stats.unpricedItems === 0
      ? say`Estimated total: ${cost}`
      : say`Estimated total: ${cost} (${stats.unpricedItems} of ${stats.totalItems} without a price)`
  const total = items.length === 0 ? say`No shopping list items` : priced
  return `${[say`Shopping list`, ...groups, total].join('\n\n')}\n`
}
