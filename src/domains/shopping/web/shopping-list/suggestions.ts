import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { BuiltInFoods } from '#domains/ingredients/web/index.ts'
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
/** With fewer usual items, the household's other ingredients and then what most households buy fill up. */
const minUsual = 8

/** What this device knows: the household's ingredients, its bundles and what it buys regularly. */
export interface Known {
  bundles: readonly Bundle[]
  ingredients: readonly Ingredient[]
  findIngredient: (name: string) => Ingredient | null
  usual: readonly UsualItem[]
  /** Returns built-in foods with a word that starts with the text. */
  suggestFoods: BuiltInFoods['suggest']
  /** What most households buy. */
  basics: BuiltInFoods['basics']
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
  if (typed === null) return { bundles: [], listed: [], offered: usualOf(known, usual.filter(isNew), isNew).slice(0, maxUsual) }
  const query = nameKey(typed.name)
  const matches = (name: string) => ` ${nameKey(name)}`.includes(` ${query}`)
  const { quantity, unit, note } = typed
  const offered = new Map<string, ItemDraft>()
  const offer = (draft: ItemDraft) => {
    const key = ingredientKey(draft.name)
    if (!offered.has(key) && isNew(draft))
      offered.set(key, quantity === null ? draft : { ...draft, quantity, unit, ...(note === undefined ? {} : { note }) })
  }
  const startsFirst = (a: ItemDraft, b: ItemDraft) => Number(nameKey(b.name).startsWith(query)) - Number(nameKey(a.name).startsWith(query))
  const own = [
    ...usual.filter(({ name }) => matches(name)),
    ...known.ingredients.filter(({ name, aliases }) => [name, ...aliases].some(matches)).map(ofIngredient),
  ]
  for (const draft of own.toSorted(startsFirst)) offer(draft)
  for (const food of known.suggestFoods(typed.name, maxOffered)) offer(ofFood(food))
  return {
    bundles: known.bundles.filter(({ name, items: lines }) => lines.length > 0 && matches(name)).slice(0, maxListed),
    listed: items.filter(({ isChecked, ingredientName }) => !isChecked && matches(ingredientName)).slice(0, maxListed),
    offered: [...offered.values()].slice(0, maxOffered),
  }
}

const byFavorite = (a: Ingredient, b: Ingredient) =>
  Number(b.isFavorite ?? false) - Number(a.isFavorite ?? false) || (a.updatedAt < b.updatedAt ? 1 : -1)

/** Returns what to offer before anything is typed. */
function usualOf({ ingredients, basics }: Known, usual: readonly ItemDraft[], isNew: (draft: ItemDraft) => boolean): ItemDraft[] {
  const drafts = new Map(usual.map((draft) => [ingredientKey(draft.name), draft]))
  const fill = (draft: ItemDraft) => {
    const key = ingredientKey(draft.name)
    if (drafts.size < minUsual && !drafts.has(key) && isNew(draft)) drafts.set(key, draft)
  }
  for (const draft of [...ingredients.toSorted(byFavorite).map(ofIngredient), ...basics.map(ofFood)]) fill(draft)
  return [...drafts.values()]
}

const ofIngredient = ({ id, name, category }: Ingredient): ItemDraft => ({ name, ingredientId: id, category, quantity: null, unit: null })
const ofFood = ({ name, food: { category } }: BuiltInFoods['basics'][number]): ItemDraft => ({ name, category, quantity: null, unit: null })

const draftOf = ({ ingredientName: name, suggestedQuantity: quantity, unit, ingredientId, category }: UsualItem): ItemDraft => ({
  name,
  quantity,
  unit,
  ingredientId,
  category,
})
