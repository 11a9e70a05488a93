import { CalendarDays, PiggyBank, Trash2, Wallet } from 'lucide-react'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import type { Period } from '../../contract/report.ts'
import type { WasteSummary } from '../../contract.ts'
import { countWords, percentWords, periodWords, rangeWords, useMoney, weightWords } from './words.ts'

/** The four figures of a period, each with what makes it mean something. */
export function SummaryCards({ report, period }: { report: WasteSummary | undefined; period: Period }) {
  const money = useMoney()
  const loading = report === undefined
  return (
    <StatGrid>
      <StatCard
        className="justify-start!"
        label="Total Waste Cost"
        icon={Wallet}
        loading={loading}
        value={money(report?.totalWasteCost ?? 0)}
        hint={report ? <Change now={report.totalWasteCost} before={report.before.totalWasteCost} /> : null}
      />
      <StatCard
        className="justify-start!"
        label="Waste Items"
        icon={Trash2}
        loading={loading}
        value={report?.totalWasteItems ?? 0}
        hint={report ? itemsHint(report) : null}
      />
      <StatCard
        className="justify-start!"
        label="Potential Savings"
        icon={PiggyBank}
        loading={loading}
        value={money(report?.potentialSavings ?? 0)}
        hint={
          report && report.shareOfBought !== null
            ? `Waste is ${percentWords(report.shareOfBought, 1)} of what you bought`
            : 'All but poor quality'
        }
      />
      <StatCard
        className="justify-start!"
        label="Period"
        icon={CalendarDays}
        loading={loading}
        value={periodWords[period]}
        hint={report ? rangeWords(report) : null}
      />
    </StatGrid>
  )
}

/** How much of it weighs what, and how much had no price. */
function itemsHint({ weightGrams, unpricedItems, unweighedItems }: WasteSummary): string {
  const weight = weightGrams > 0 ? `${weightWords(weightGrams)}${unweighedItems > 0 ? ` and ${unweighedItems} not weighed` : ''}` : ''
  const unpriced = unpricedItems > 0 ? `${unpricedItems} without a price` : ''
  return [weight, unpriced].filter(Boolean).join(' · ')
}

/** Against the period before, in words. */
function Change({ now, before }: { now: number; before: number }) {
  const money = useMoney()
  if (before === 0) return now === 0 ? 'Nothing the period before either' : 'Nothing the period before'
  const share = now / before - 1
  if (Math.abs(share) < 0.005) return `As the period before (${money(before)})`
  return `${percentWords(Math.abs(share))} ${share < 0 ? 'less' : 'more'} than the period before (${money(before)})`
}

/** What is left out of the figures, where anything is. */
export const leftOutWords = ({ leftOut }: WasteSummary): string | null =>
  leftOut.items > 0 ? `${countWords(leftOut.items, 'item')} donated or composted ${leftOut.items === 1 ? 'is' : 'are'} not counted.` : null
