import { useMemo } from 'react'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import type { StockLine } from '../../contract/index.ts'

/** Returns whether an ingredient is to be bought, on whichever list. */
export function useIsOnList(): (line: Pick<StockLine, 'ingredientId' | 'ingredientName' | 'food'>) => boolean {
  const { data } = useEndpointQuery(getShoppingList, { query: { list: 'all' } })
  const keys = useMemo(() => {
    const open = (data?.items ?? []).filter(({ isChecked }) => !isChecked)
    return new Set(
      open.flatMap(({ ingredientId, ingredientName }) => [ingredientKey(ingredientName), ...(ingredientId === null ? [] : [ingredientId])]),
    )
  }, [data])
  // A typed row may have no ingredient.
  return ({ ingredientId, ingredientName, food }) =>
    [ingredientId, ingredientKey(food), ingredientName && ingredientKey(ingredientName)].some((key) => key && keys.has(key))
}
