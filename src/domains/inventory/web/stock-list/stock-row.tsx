import { plural } from '@lingui/core/macro'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { locationText } from '#domains/ingredients/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import type { Lot } from '../../contract.ts'
import type { LotGroup, StockRow } from '../../rules/group-lots.ts'
import { formatLotAmountOf } from '../../rules/lot-amount.ts'
import type { useLotAmount } from '../fields/use-lot-amount.ts'
import type { LotSheetView } from '../lot-sheet/lot-sheet-views.ts'
import { LotIcons } from './lot-marks.tsx'

interface SharedProps {
  today: CalendarDate
  /** False for viewers. */
  mayChange: boolean
  /** Whether all pages are loaded, so that sums are right. */
  isComplete: boolean
  onAct: (lot: Lot, act: LotSheetView) => void
  /** Starts selecting items, with this one. */
  onSelect: (lot: Lot) => void
  /** Shows or hides the lots of an ingredient. */
  onToggle: (ingredientId: string) => void
}

export interface StockRowsProps extends SharedProps {
  rows: readonly StockRow[]
  isLow: (lot: Lot) => boolean
  /** Runs when the last rows come near, to fetch more. */
  onNearEnd: () => void
}

type Parts = ReturnType<typeof useLotAmount>['parts']

export interface RowProps extends SharedProps, Omit<StockRow, 'key'> {
  index: number
  low: boolean
  measure: (row: Element | null) => void
  parts: Parts
}

const itemCount = ({ lots }: LotGroup) => plural(lots.length, { one: '# item', other: '# items' })

/** The amount of a lot, or the sum of a group's if it is known. */
export function RowAmount({
  lot,
  group,
  isComplete,
  parts,
  className,
}: Pick<RowProps, 'lot' | 'group' | 'isComplete' | 'parts'> & { className?: string }) {
  const amount = group ? group.total : lot
  if (amount && (!group || isComplete))
    return <LargeAmount {...parts({ ...amount, ingredient: lot.ingredient })} {...(className ? { className } : {})} />
  return null
}

/** What the buttons of a row call it: a lot of a group by its amount and date, else its place, so that they have different names. */
export function nameOfRow(lot: Lot, isPart: boolean, today: CalendarDate) {
  const { ingredient, effectiveExpiration, location, storage } = lot
  if (!isPart) return ingredient.name
  const which = effectiveExpiration === null ? locationText({ location, storage }) : formatDate(effectiveExpiration, today)
  return `${formatLotAmountOf(lot)}, ${which}`
}

/** The number of lots of a group, with a mark that it opens. */
export const GroupCount = ({ group, isExpanded, className }: { group: LotGroup; isExpanded: boolean; className?: string }) => (
  <span className={clsx('ms-auto inline-flex min-w-0 items-center gap-1 text-ink-soft', className)}>
    <span className="truncate">{itemCount(group)}</span>
    <ChevronDown aria-hidden="true" className={clsx('size-4 shrink-0', isExpanded && 'rotate-180')} />
  </span>
)

/** The marks of a lot, or of any lot of a group. */
export const RowIcons = ({ lot, group, low }: Pick<RowProps, 'lot' | 'group' | 'low'>) => (
  <LotIcons lots={group?.lots ?? [lot]} isLow={low} />
)
