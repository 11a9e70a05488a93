import { isProbablyGone, lotTable } from '#domains/inventory/rules/local-lots.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listStockDoubts, maxStockDoubts } from '../../contract.ts'

export const forecastReplies: readonly LocalReply[] = [
  localReply(listStockDoubts, [lotTable], (tables, _args, { today }) =>
    tables
      .rows(lotTable)
      .filter((lot) => isProbablyGone(lot) && (lot.effectiveExpiration === null || lot.effectiveExpiration >= today))
      .map(({ id, ingredientId, version, gone }) => ({ lotId: id, ingredientId, version, gone: gone ?? 0 }))
      .sort((a, b) => b.gone - a.gone || compareText(a.lotId, b.lotId))
      .slice(0, maxStockDoubts),
  ),
]
