import { t } from '@lingui/core/macro'
import { CircleHelp } from 'lucide-react'
import type { Lot } from '#domains/inventory/contract.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { listStockDoubts } from '../../contract.ts'

/** Says that an item is probably gone, because not all uses are recorded. For several, by the one most likely still there. */
export default function LotDoubt({ lots, isNarrow }: { lots: readonly Lot[]; isNarrow: boolean }) {
  const { data = [] } = useEndpointQuery(listStockDoubts, {})
  // What changed since then may have been counted.
  const chances = lots.map(({ id, version }) => data.find((doubt) => doubt.lotId === id && doubt.version === version)?.gone ?? 0)
  const percent = Math.round(100 * Math.min(...chances))
  if (percent <= 0 || lots.length === 0) return null
  const words = t`Probably gone (${percent}%)`
  return isNarrow ? (
    <span title={words} className="shrink-0 text-ink-soft">
      <CircleHelp aria-hidden="true" className="size-4" />
      <span className="sr-only">{words}</span>
    </span>
  ) : (
    <Badge tone="stone" icon={CircleHelp} className="whitespace-normal!">
      {words}
    </Badge>
  )
}
