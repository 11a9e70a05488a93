import { plural, t } from '@lingui/core/macro'
import { CalendarDays, PiggyBank, Trash2, Wallet } from 'lucide-react'
import { useMoney } from '#domains/households/web/index.ts'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import type { Period, WasteSummary } from '../../contract.ts'
import { percentWords, periodWords, rangeWords, weightWords } from './messages.ts'

/** Smaller shares would be rounded to 0%. */
const smallestShare = 0.0005

export function SummaryCards({ report, period }: { report: WasteSummary | undefined; period: Period }) {
  const money = useMoney()
  const loading = report === undefined
  return (
    <StatGrid>
      <StatCard
        className="justify-start!"
        label={t`Total Waste Cost`}
        icon={Wallet}
        loading={loading}
        value={money(report?.totalWasteCost ?? 0)}
        hint={report ? <Change now={report.totalWasteCost} before={report.before.totalWasteCost} /> : null}
      />
      <StatCard
        className="justify-start!"
        label={t`Waste Items`}
        icon={Trash2}
        loading={loading}
        value={report?.totalWasteItems ?? 0}
        hint={report ? itemsHint(report) : null}
      />
      <StatCard
        className="justify-start!"
        label={t`Potential Savings`}
        icon={PiggyBank}
        loading={loading}
        value={money(report?.potentialSavings ?? 0)}
        hint={
          report && report.totalWasteItems > 0
            ? report.shareOfBought !== null && report.shareOfBought >= smallestShare
              ? t`${percentWords(report.shareOfBought, 1)} of what you bought`
              : t`Everything except poor quality`
            : null
        }
      />
      <StatCard
        className="justify-start!"
        label={t`Period`}
        icon={CalendarDays}
        loading={loading}
        value={periodWords[period]}
        hint={report ? rangeWords(report) : null}
      />
    </StatGrid>
  )
}

function itemsHint({ weightGrams, unpricedItems, unweighedItems }: WasteSummary): string {
  const weight =
    weightGrams > 0
      ? unweighedItems > 0
        ? t`${weightWords(weightGrams)}, plus ${unweighedItems} without a weight`
        : weightWords(weightGrams)
      : ''
  const unpriced = unpricedItems > 0 ? t`${unpricedItems} without a price` : ''
  return [weight, unpriced].filter(Boolean).join(' · ')
}

/** The change from the period before, in words. */
function Change({ now, before }: { now: number; before: number }) {
  const money = useMoney()
  if (before === 0) return now === 0 ? t`None in the previous period either` : t`None in the previous period`
  const share = now / before - 1
  if (Math.abs(share) < 0.005) return t`Same as the previous period (${money(before)})`
  return share < 0
    ? t`${percentWords(Math.abs(share))} less than the previous period (${money(before)})`
    : t`${percentWords(Math.abs(share))} more than the previous period (${money(before)})`
}

/** Returns a text about records left out of the figures; null if there are none. */
export const leftOutWords = ({ leftOut }: WasteSummary): string | null =>
  leftOut.items > 0
    ? plural(leftOut.items, {
        one: '# item donated or composted is not counted.',
        other: '# items donated or composted are not counted.',
      })
    : null
