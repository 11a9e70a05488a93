import { t } from '@lingui/core/macro'
import { Carrot, ChefHat, ListChecks, ListPlus, type LucideIcon, Utensils } from 'lucide-react'
import { use, useDeferredValue } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { AddToListContext } from '#domains/inventory/web/index.ts'
import { listRecipes } from '#domains/recipes/contract/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'

export interface Command {
  key: string
  words: string
  icon: LucideIcon
  run: () => void
}

const minLength = 2
const maxOfKind = 4

/** Returns the household's items, ingredients, recipes and shopping list rows that match `text`, with what can be done with them. */
export function usePaletteMatches(text: string): Command[] {
  const { show } = useQuantityFormatter()
  const mayChange = useHasRole('MEMBER')
  const addToList = use(AddToListContext)
  const search = useDeferredValue(text.trim())
  const options = { enabled: search.length >= minLength, keepLast: true }
  const lots = useEndpointQuery(listLots, { query: { search, limit: maxOfKind } }, options).data
  const recipes = useEndpointQuery(listRecipes, { query: { search, limit: maxOfKind } }, options).data
  const ingredients = useEndpointQuery(listIngredients, {}, { enabled: options.enabled }).data
  const list = useEndpointQuery(getShoppingList, {}, { enabled: options.enabled }).data
  if (!options.enabled) return []

  const query = nameKey(search)
  const matches = (name: string) => ` ${nameKey(name)}`.includes(` ${query}`)
  const items = Array.isArray(lots) ? lots : (lots?.items ?? [])
  const found = (ingredients ?? []).filter(({ name, aliases }) => [name, ...aliases].some(matches)).slice(0, maxOfKind)
  return [
    ...items.map(({ id, ingredient: { name }, quantity, unit }) => {
      const amount = show(quantity, unit)
      return {
        key: `lot ${id}`,
        words: mayChange ? t`Use ${name} (${amount})` : `${name} (${amount})`,
        icon: Utensils,
        run: () => navigate({ to: '/inventory', search: { item: id, ...(mayChange ? { act: 'use' } : {}) } as never }),
      }
    }),
    ...(mayChange && addToList ? found : []).map(({ id, name, category }) => ({
      key: `add ${id}`,
      words: t`Add ${name} to the list`,
      icon: ListPlus,
      run: () => addToList?.({ id, name, category }),
    })),
    ...(list?.items ?? [])
      .filter(({ ingredientName }) => matches(ingredientName))
      .slice(0, maxOfKind)
      .map(({ id, ingredientName }) => ({
        key: `row ${id}`,
        words: t`${ingredientName} on the shopping list`,
        icon: ListChecks,
        run: () => navigate({ to: '/shopping-list', search: { item: id } as never }),
      })),
    ...(recipes ?? []).map(({ id, name }) => ({
      key: `recipe ${id}`,
      words: name,
      icon: ChefHat,
      run: () => navigate({ to: '/recipes', search: { recipe: id } as never }),
    })),
    ...found.map(({ id, name }) => ({
      key: `ingredient ${id}`,
      words: t`${name} in your ingredients`,
      icon: Carrot,
      run: () => navigate({ to: '/ingredients', search: { search: name } as never }),
    })),
  ]
}
