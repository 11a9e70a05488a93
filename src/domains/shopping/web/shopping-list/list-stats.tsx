import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronsUp, LayoutGrid, ListChecks, Wallet } from 'lucide-react'
import { useMoney } from '#domains/households/web/index.ts'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { ShoppingStats } from '../../contract/index.ts'
import { useList } from '../api/use-list.ts'
import { unpricedWords } from './messages.ts'

export function ListStats({ stats, loading }: { stats: ShoppingStats; loading: boolean }) {
  const money = useMoney()
  const isWide = useIsWide()
  const cost = money(stats.estimatedTotalCost)
  const unpriced = loading ? null : unpricedWords(stats)
  const costLabel = t`Est. Total Cost`
  const figures = [
    { label: t`Total Items`, value: stats.totalItems, icon: ListChecks },
    { label: t`High Priority`, value: stats.highPriorityItems, icon: ChevronsUp, tone: 'soon' as const },
    { label: costLabel, value: cost, icon: Wallet, hint: unpriced },
    { label: t`Categories`, value: stats.categories.length, icon: LayoutGrid },
  ]
  if (isWide) {
    return (
      <StatGrid>
        {figures.map((figure) => (
          <StatCard key={figure.label} {...figure} loading={loading} className="justify-start!" />
        ))}
      </StatGrid>
    )
  }
  // On a phone, one line for all four figures leaves room for the rows.
  return (
    <dl className="grid grid-cols-[1fr_1fr_1.55fr_1fr] divide-x divide-line rounded-card border border-line bg-card py-2.5">
      {figures.map(({ label, value, tone, hint }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse items-center justify-end px-1 text-center">
          <dt className="text-xs leading-tight text-ink-soft">
            {label}
            {hint ? <span className="block">{hint}</span> : null}
          </dt>
          <dd
            className={clsx(
              'figures font-semibold',
              label === costLabel ? 'text-xl leading-[1.95rem]' : 'text-2xl',
              tone && value ? 'text-soon-ink' : '',
            )}
          >
            {loading ? <Skeleton className="my-1 h-6 w-8" /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The dashboard's count of list items. */
export function ListCount() {
  const { items, failure } = useList()
  return (
    <StatCard label={t`Shopping List Items`} value={items?.length ?? '–'} icon={ListChecks} loading={items === null && failure === null} />
  )
}
