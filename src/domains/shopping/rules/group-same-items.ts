import { mergeNotes } from '#domains/ingredients/rules/merge-notes.ts'
import { convert, familyOf } from '#platform/shared/units.ts'
import { priorities, type ShoppingItem } from '../contract/index.ts'
import { isTooLittleToBuy } from './buyable-amount.ts'
import { identityOf } from './list-intent.ts'
import { isSameItem } from './merge-rows.ts'
import { readPackNote } from './pack-in-note.ts'

const partsByGroup = new WeakMap<ShoppingItem, readonly ShoppingItem[]>()

/** Returns the rows that a row on screen stands for: several about the same thing, else itself. */
export const partsOf = (item: ShoppingItem): readonly ShoppingItem[] => partsByGroup.get(item) ?? [item]

/**
 * Shows rows about the same thing as one, in the place of the first. They stay rows of their own, so that the list generator never changes what a
 * person added, and each keeps who added it and why.
 */
export function groupSameItems(items: readonly ShoppingItem[]): readonly ShoppingItem[] {
  const groups: ShoppingItem[][] = []
  const byId = new Map<string, ShoppingItem[]>()
  const byKey = new Map<string, ShoppingItem[]>()
  for (const item of items) {
    const identity = identityOf({ ingredientId: item.ingredientId, name: item.ingredientName })
    const found = [byId.get(item.ingredientId ?? ''), byKey.get(identity.ingredientKey)].find(
      (group) => group?.[0] && isSameItem(identityOf({ ingredientId: group[0].ingredientId, name: group[0].ingredientName }), identity),
    )
    const group = found ?? []
    if (!found) groups.push(group)
    group.push(item)
    if (item.ingredientId !== null && !byId.has(item.ingredientId)) byId.set(item.ingredientId, group)
    if (!byKey.has(identity.ingredientKey)) byKey.set(identity.ingredientKey, group)
  }
  return groups.length === items.length ? items : groups.flatMap((group) => together(group) ?? [])
}

const askedFirst = (a: ShoppingItem, b: ShoppingItem) =>
  Number(b.reason === 'requested') - Number(a.reason === 'requested') || (a.createdAt < b.createdAt ? -1 : 1)

function together(group: readonly ShoppingItem[]): ShoppingItem | undefined {
  const parts = group.toSorted(askedFirst)
  const [first] = parts
  if (!first || parts.length === 1) return first
  const costs = parts.flatMap(({ estimatedCost }) => estimatedCost ?? [])
  const shown: ShoppingItem = {
    ...first,
    priority: priorities.find((one) => parts.some(({ priority }) => priority === one)) ?? first.priority,
    estimatedCost: costs.length === 0 ? null : Math.round(100 * costs.reduce((sum, cost) => sum + cost, 0)) / 100,
    note: parts.reduce((notes, part) => mergeNotes(notes, readPackNote(part).note) ?? notes, ''),
    isChecked: parts.every(({ isChecked }) => isChecked),
    packs: null,
  }
  partsByGroup.set(shown, parts)
  return shown
}

/** What to buy of a row on screen. */
export type AmountToBuy = Pick<ShoppingItem, 'suggestedQuantity' | 'unit' | 'packs'> & { note?: string | undefined }

/** Returns the amounts of a row on screen: one if its rows convert to one unit, none if a store sells nothing that small. */
export function amountsToBuy(item: ShoppingItem): readonly AmountToBuy[] {
  const sums: AmountToBuy[] = []
  for (const part of partsOf(item)) {
    if (isTooLittleToBuy(part)) continue
    const at = sums.findIndex(
      (sum) =>
        familyOf(sum.unit) === familyOf(part.unit) &&
        readPackNote(sum).pack === readPackNote(part).pack &&
        convert(1, part.unit, sum.unit) !== null,
    )
    const sum = sums[at]
    if (sum) sums[at] = addTo(sum, part)
    else sums.push(part)
  }
  return sums
}

function addTo(sum: AmountToBuy, { suggestedQuantity, unit, packs }: ShoppingItem): AmountToBuy {
  const added = convert(suggestedQuantity, unit, sum.unit) ?? 0
  const isSamePack = sum.packs && packs && (['quantity', 'unit', 'name'] as const).every((field) => sum.packs?.[field] === packs[field])
  return {
    ...sum,
    suggestedQuantity: Math.round((sum.suggestedQuantity + added) * 1000) / 1000,
    packs: isSamePack && sum.packs ? { ...sum.packs, count: sum.packs.count + packs.count } : null,
  }
}
