import { useMemo } from 'react'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import type { StockLine } from '../../contract/index.ts'

/** Returns whether an ingredient is to be bought, on whichever list. */
export function useIsOnList(): (line: Pick<StockLine, 'ingredientId' | 'food'>) => boolean {
  const { data } = useEndpointQuery(getShoppingList, { query: { list: 'all' } })
  const keys = useMemo(() => {
    const open = (data?.items ?? []).filter(({ isChecked }) => !isChecked)
    return new Set(
      open.flatMap(({ ingredientId, ingredientName }) => [ingredientKey(ingredientName), ...(ingredientId === null ? [] : [ingredientId])]),
    )
  }, [data])
  return ({ ingredientId, food }) => keys.has(ingredientId ?? ingredientKey(food))
}
