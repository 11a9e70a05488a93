import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Boxes, Clock, LayoutGrid, TrendingDown } from 'lucide-react'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'

/** Shows the figures above the list, as dashes if they failed to load. */
export function InventoryStats() {
  const { data, isPending } = useQuery(inventoryStatsQuery())
  const isWide = useIsWide()
  const figures = [
    { label: t`Total Items`, value: data?.totalItems, icon: Boxes },
    { label: t`Expiring Soon`, value: data?.expiringSoon, icon: Clock, tone: 'soon' as const },
    { label: t`Low Stock`, value: data?.lowStock, icon: TrendingDown },
    { label: t`Categories`, value: data?.byCategory.length, icon: LayoutGrid },
  ]
  if (!isWide) return <Strip figures={figures} loading={isPending} />
  return (
    <StatGrid>
      {figures.map(({ value, tone, ...figure }) => (
        <StatCard key={figure.label} {...figure} value={value ?? '–'} tone={value === undefined ? undefined : tone} loading={isPending} />
      ))}
    </StatGrid>
  )
}

interface Figure {
  label: string
  value: number | undefined
  tone?: 'soon'
}

/** Shows all figures in one line, to leave room for the list on a phone. */
function Strip({ figures, loading }: { figures: readonly Figure[]; loading: boolean }) {
  return (
    <dl className="grid grid-cols-4 divide-x divide-line rounded-card border border-line bg-card py-2.5">
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse items-center justify-end px-1 text-center">
          <dt className="text-xs leading-tight text-ink-soft">{label}</dt>
          <dd className={clsx('figures text-2xl font-semibold', tone && value ? 'text-soon-ink' : '')}>
            {loading ? <Skeleton className="my-1 h-6 w-8" /> : (value ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
