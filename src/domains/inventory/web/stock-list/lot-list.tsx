import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ListPlus, Trash2, Utensils } from 'lucide-react'
import { memo, use } from 'react'
import { IngredientGlyph, LocationLabel } from '#domains/ingredients/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatAmount, formatAmountOf } from '#platform/shared/unit-display.ts'
import { Amount } from '#platform/web/ui/amount.tsx'
import { SwipeRow } from '#platform/web/ui/swipe-row.tsx'
import { useVirtualRows } from '#platform/web/ui/use-virtual-rows.ts'
import type { Lot } from '../../contract.ts'
import { consumeOneTap, oneTapAmount } from '../api/consume-one-tap.ts'
import { LotExpiryBadge } from '../fields/lot-badges.tsx'
import { AddToListContext } from '../lot-sheet/add-to-list.ts'
import type { LotSheetView } from '../lot-sheet/lot-sheet-views.ts'
import { LotIcons } from './lot-marks.tsx'
import type { LotRowsProps } from './lot-table.tsx'

/** The stock on a phone. A row opens the sheet with the actions; its buttons put it on the list or use some at once. */
export function LotList({ lots, today, isLow, mayChange, onAct, onNearEnd }: LotRowsProps) {
  const { box, shown, before, after, measure } = useVirtualRows(lots.length, 57, onNearEnd)
  const { parts } = useQuantityFormatter()
  return (
    <div ref={box}>
      <ul aria-label={t`Inventory`} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map(({ index }) => {
          const lot = lots[index]
          return lot ? (
            <Row
              key={lot.id}
              lot={lot}
              index={index}
              today={today}
              low={isLow(lot)}
              mayChange={mayChange}
              onAct={onAct}
              measure={measure}
              parts={parts}
            />
          ) : null
        })}
      </ul>
    </div>
  )
}

interface RowProps {
  lot: Lot
  index: number
  today: CalendarDate
  low: boolean
  mayChange: boolean
  onAct: (lot: Lot, act: LotSheetView) => void
  measure: (row: Element | null) => void
  parts: ReturnType<typeof useQuantityFormatter>['parts']
}

const buttonClass = 'inline-flex size-11 items-center justify-center rounded-control text-ink-soft active:bg-hover'

const Row = memo(function Row({ lot, index, today, low, mayChange, onAct, measure, parts }: RowProps) {
  const addToList = use(AddToListContext)
  const { name, category } = lot.ingredient
  const used = oneTapAmount(lot)
  return (
    <li ref={measure} data-index={index} className="flex border-b border-line last:border-b-0">
      <SwipeRow
        className="flex items-center"
        forward={
          mayChange
            ? {
                label: t`Use ${formatAmount(used, lot.unit)}`,
                icon: <Utensils className="size-5" />,
                className: 'bg-herb text-on-herb',
                onSwipe: () => void consumeOneTap(lot, addToList),
              }
            : undefined
        }
        back={
          mayChange
            ? {
                label: t`Discard`,
                icon: <Trash2 className="size-5" />,
                className: 'bg-late text-on-late',
                onSwipe: () => onAct(lot, 'discard'),
              }
            : undefined
        }
      >
        <button
          type="button"
          onClick={() => onAct(lot, 'detail')}
          className={clsx(
            'flex min-h-14 min-w-0 flex-1 items-center gap-2.5 py-1 ps-3 text-start outline-offset-[-3px] active:bg-hover',
            !mayChange && 'pe-3',
          )}
        >
          <IngredientGlyph name={name} category={category} size="small" />
          <span className="min-w-0 flex-1">
            {/* The amount gets its own line if it would squeeze the name, as with large text. */}
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="display line-clamp-2 min-w-[min(100%,5.5rem)] flex-1 text-base leading-snug wrap-anywhere">{name}</span>
              <Amount {...parts(lot.quantity, lot.unit)} className="ms-auto shrink-0 items-end leading-snug [&_.amount]:text-lg" />
            </span>
            {/* A place that doesn't fit next to the badge gets its own line. */}
            <span className="flex flex-wrap items-center justify-between gap-x-1.5 text-[0.8125rem] text-ink-soft">
              <span className="flex items-center gap-x-1.5">
                <LotExpiryBadge lot={lot} today={today} className="py-0.5!" />
                <LotIcons lot={lot} isLow={low} />
              </span>
              <LocationLabel
                location={lot.location}
                storage={lot.storage}
                className="ms-auto max-w-full min-w-0 max-[23rem]:hidden [&_.truncate]:whitespace-normal [&_svg]:hidden"
              />
            </span>
          </span>
        </button>
        {mayChange ? (
          <span className="flex shrink-0 pe-1 ps-0.5">
            {addToList ? (
              <button
                type="button"
                aria-label={t`Add ${name} to the list`}
                onClick={() => addToList(lot.ingredient)}
                className={buttonClass}
              >
                <ListPlus aria-hidden="true" className="size-5" />
              </button>
            ) : null}
            <button
              type="button"
              aria-label={t`Use ${name}`}
              title={t`Use ${formatAmountOf(used, lot.unit, name)}`}
              onClick={() => void consumeOneTap(lot, addToList)}
              className={clsx(buttonClass, 'flex-col gap-0.5 text-herb-ink')}
            >
              <Utensils aria-hidden="true" className="size-4.5 shrink-0" />
              <span aria-hidden="true" className="figures text-[0.6875rem] leading-none whitespace-nowrap">
                {formatAmount(used, lot.unit)}
              </span>
            </button>
          </span>
        ) : null}
      </SwipeRow>
    </li>
  )
})
