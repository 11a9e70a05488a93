import { t } from '@lingui/core/macro'
import { ChevronsUp, LayoutGrid, ListChecks, Wallet } from 'lucide-react'
import { useMoney } from '#domains/households/web/index.ts'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import type { ShoppingStats } from '../../contract/index.ts'
import { unpricedWords } from './messages.ts'

/** The four figures. */
export function ListStats({ stats, loading }: { stats: ShoppingStats; loading: boolean }) {
  const money = useMoney()
  const figures = [
    { label: t`Total Items`, value: stats.totalItems, icon: ListChecks },
    { label: t`High Priority`, value: stats.highPriorityItems, icon: ChevronsUp, tone: 'soon' as const },
    {
      label: t`Est. Total Cost`,
      value: money(stats.estimatedTotalCost),
      icon: Wallet,
      hint: loading ? null : unpricedWords(stats),
    },
    { label: t`Categories`, value: stats.categories.length, icon: LayoutGrid },
  ]
  return (
    <StatGrid>
      {figures.map((figure) => (
        <StatCard key={figure.label} {...figure} loading={loading} className="justify-start!" />
      ))}
    </StatGrid>
  )
}
