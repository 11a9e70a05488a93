import { ChevronDown } from 'lucide-react'
import { useMoney } from '#domains/households/web/index.ts'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import type { ShoppingStats } from '../../contract/index.ts'
import { countWords, unpricedWords } from './messages.ts'

interface LineProps {
  stats: ShoppingStats
  loading: boolean
  isOpen: boolean
  /** The id of the cards. */
  cards: string
  onPress: () => void
}

/** The figures in one line: "57 items · €52.75, 36 without a price". A press shows the cards. */
export function StatsLine({ stats, loading, isOpen, cards, onPress }: LineProps) {
  const money = useMoney()
  const unpriced = unpricedWords(stats)
  const isPriced = stats.unpricedItems < stats.totalItems
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={cards}
      onClick={onPress}
      className="figures -mx-1.5 inline-flex min-h-11 min-w-0 items-center gap-1 rounded-control px-1.5 text-start text-sm leading-tight text-ink-soft hover:bg-hover"
    >
      {loading ? (
        <Skeleton className="h-5 w-40" />
      ) : (
        <span>
          {countWords(stats.totalItems)}
          {isPriced ? ` · ${money(stats.estimatedTotalCost)}${unpriced === null ? '' : `, ${unpriced}`}` : null}
        </span>
      )}
      <ChevronDown aria-hidden="true" className={isOpen ? 'size-4 shrink-0 rotate-180' : 'size-4 shrink-0'} />
    </button>
  )
}
