import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { getLot, inventoryStats, type LotQuery, listLots, listStorePrices, pastDueLots, recentLots } from '../../contract.ts'
import type { LotFilters } from '../../rules/list-lots.ts'
import * as local from '../../rules/local-lots.ts'

const filterNames = ['search', 'location', 'category', 'storage', 'expiresFrom', 'expiresTo', 'isLow', 'sort', 'order'] as const

/** Drops filters without a value, as the request would. */
const filtersOf = (query: Partial<Record<keyof LotQuery, unknown>>): LotFilters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query[name]
      const text = typeof value === 'string' ? value.trim() : value
      return text === undefined || text === null || text === '' ? [] : [[name, text]]
    }),
  )

/** Replies from the rows on this device. Lots that are gone aren't there. */
export const inventoryReplies: readonly LocalReply[] = [
  localReply(listLots, local.lotTables, (tables, { query }, context) => {
    if (query.isActive === 'false' || query.cursor !== undefined || query.householdId !== undefined) return undefined
    const lots = local.listLots(tables, filtersOf(query), context)
    return query.limit === undefined ? lots : lots.slice(0, Number(query.limit))
  }),
  localReply(recentLots, local.lotTables, (tables, { params }, context) => local.recentLots(tables, params.count, context)),
  localReply(pastDueLots, local.lotTables, (tables, _args, context) => local.pastDueLots(tables, context)),
  localReply(inventoryStats, [local.lotTable, ingredientTable], (tables, _args, { today }) => local.inventoryStats(tables, today)),
  localReply(listStorePrices, [local.priceTable], (tables, _args, { today }) => local.localStorePrices(tables, today)),
  localReply(getLot, local.lotTables, (tables, { params }, context) => local.lotById(tables, params.id, context)),
]
