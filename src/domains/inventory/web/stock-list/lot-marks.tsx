import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, PackageOpen, Share2, TrendingDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, use } from 'react'
import type { Lot } from '../../contract.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'
import { LotStatusBadge } from '../fields/lot-badges.tsx'
import { LotDoubtContext } from '../lot-sheet/lot-doubt-context.ts'

// Loads with the outbox, after the page.
const LazyWaitingMark = lazy(() => import('./waiting-mark.tsx'))

const WaitingMark = ({ lots }: { lots: readonly Lot[] }) => (
  <Suspense fallback={null}>
    <LazyWaitingMark lots={lots} />
  </Suspense>
)

function Doubt({ lots, isNarrow }: { lots: readonly Lot[]; isNarrow: boolean }) {
  const LotDoubt = use(LotDoubtContext)
  return LotDoubt ? (
    <Suspense fallback={null}>
      <LotDoubt lots={lots} isNarrow={isNarrow} />
    </Suspense>
  ) : null
}

/** Tells whether a lot's ingredient runs low, by the server's figures. Until they load, compares the lot alone with the par level. */
export function useIsLow(): (lot: Lot) => boolean {
  const { data } = useQuery(inventoryStatsQuery())
  const low = data?.lowStockIngredients
  if (low === undefined) return (lot) => lot.ingredient.parLevel !== null && lot.quantity < lot.ingredient.parLevel
  const ids = new Set(low)
  return (lot) => ids.has(lot.ingredient.id)
}

/** Marks a lot as low, probably gone, opened, shared or waiting to sync. */
export const LotMarks = ({ lot, isLow }: { lot: Lot; isLow: boolean }) => (
  <>
    {isLow ? <LotStatusBadge status="low" /> : null}
    <Doubt lots={[lot]} isNarrow={false} />
    {lot.isOpened ? (
      <Mark icon={PackageOpen}>
        <Trans>Opened</Trans>
      </Mark>
    ) : null}
    {lot.isShared ? (
      <Mark icon={Share2}>
        <Trans>Shared</Trans>
      </Mark>
    ) : null}
    <WaitingMark lots={[lot]} />
  </>
)

const Mark = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
    <Icon aria-hidden="true" className="size-4 shrink-0 text-sky-ink" />
    {children}
  </span>
)

/** Marks lots as low or, if any is, as probably gone, opened, shared or waiting to sync, in one narrow line. */
export const LotIcons = ({ lots, isLow }: { lots: readonly Lot[]; isLow: boolean }) => (
  <>
    {isLow ? <MarkIcon icon={TrendingDown} words={t`Low Stock`} className="text-plum-ink" /> : null}
    <Doubt lots={lots} isNarrow />
    {lots.some(({ isOpened }) => isOpened) ? <MarkIcon icon={PackageOpen} words={t`Opened`} className="text-sky-ink" /> : null}
    {lots.some(({ isShared }) => isShared) ? <MarkIcon icon={Share2} words={t`Shared`} className="text-sky-ink" /> : null}
    <WaitingMark lots={lots} />
  </>
)

const MarkIcon = ({ icon: Icon, words, className }: { icon: LucideIcon; words: string; className: string }) => (
  <span title={words} className={`shrink-0 ${className}`}>
    <Icon aria-hidden="true" className="size-4" />
    <span className="sr-only">{words}</span>
  </span>
)
