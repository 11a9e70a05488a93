import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Bundle, ShoppingItem, UsualItem } from '../../contract/index.ts'
import type { ItemDraft } from '../../rules/list-changes.ts'

/** Items offered while typing: bundles, rows on the list, and items to add. */
interface Suggestions {
  readonly bundles: readonly Bundle[]
  readonly listed: readonly ShoppingItem[]
  readonly offered: readonly ItemDraft[]
}

const maxListed = 3
const maxOffered = 6
const maxUsual = 12

/** What this device knows: the household's ingredients, its bundles and what it buys regularly. */
export interface Known {
  bundles: readonly Bundle[]
  ingredients: readonly Ingredient[]
  findIngredient: (name: string) => Ingredient | null
  usual: readonly UsualItem[]
}

/** Returns the unchecked row that adding `draft` would increase. */
export function findListed(
  { name, ingredientId = null }: ItemDraft,
  items: readonly ShoppingItem[],
  { findIngredient }: Known,
): ShoppingItem | null {
  const key = ingredientKey(name)
  const id = ingredientId ?? findIngredient(name)?.id ?? null
  const isSame = (item: ShoppingItem) => (id !== null && item.ingredientId === id) || ingredientKey(item.ingredientName) === key
  return items.find((item) => !item.isChecked && isSame(item)) ?? null
}

/** Suggests usual items if `typed` is null, and otherwise what has a word that starts with the typed name. */
export function suggest(typed: ItemDraft | null, items: readonly ShoppingItem[], known: Known): Suggestions {
  const usual = known.usual.map(draftOf)
  const isNew = (draft: ItemDraft) => findListed(draft, items, known) === null
  if (typed === null) return { bundles: [], listed: [], offered: usual.filter(isNew).slice(0, maxUsual) }
  const query = nameKey(typed.name)
  const matches = (name: string) => ` ${nameKey(name)}`.includes(` ${query}`)
  const { quantity, unit } = typed
  const offered = new Map<string, ItemDraft>()
  const offer = (draft: ItemDraft) => {
    const key = ingredientKey(draft.name)
    if (!offered.has(key) && isNew(draft)) offered.set(key, quantity === null ? draft : { ...draft, quantity, unit })
  }
  for (const draft of usual) if (matches(draft.name)) offer(draft)
  for (const { id, name, aliases, category } of known.ingredients)
    if ([name, ...aliases].some(matches)) offer({ name, ingredientId: id, category, quantity: null, unit: null })
  const startsFirst = (a: ItemDraft, b: ItemDraft) => Number(nameKey(b.name).startsWith(query)) - Number(nameKey(a.name).startsWith(query))
  return {
    bundles: known.bundles.filter(({ name, items: lines }) => lines.length > 0 && matches(name)).slice(0, maxListed),
    listed: items.filter(({ isChecked, ingredientName }) => !isChecked && matches(ingredientName)).slice(0, maxListed),
    offered: [...offered.values()].toSorted(startsFirst).slice(0, maxOffered),
  }
}

const draftOf = ({ ingredientName: name, suggestedQuantity: quantity, unit, ingredientId, category }: UsualItem): ItemDraft => ({
  name,
  quantity,
  unit,
  ingredientId,
  category,
})
