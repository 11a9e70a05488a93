import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ListPlus, Trash2, Utensils } from 'lucide-react'
import { memo, use } from 'react'
import { IngredientGlyph, LocationLabel } from '#domains/ingredients/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { SwipeRow } from '#platform/web/ui/swipe-row.tsx'
import { useVirtualRows } from '#platform/web/ui/use-virtual-rows.ts'
import type { Lot } from '../../contract.ts'
import { formatLotAmount } from '../../rules/lot-amount.ts'
import { consume } from '../api/lot-actions.ts'
import { oneTapAmount } from '../api/one-tap-amount.ts'
import { isPlainExpiry, LotExpiry } from '../fields/lot-badges.tsx'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { AddToListContext } from '../lot-sheet/add-to-list.ts'
import { GroupCount, nameOfRow, RowAmount, RowIcons, type RowProps, type StockRowsProps } from './stock-row.tsx'

/**
 * The stock on a phone. A row opens the sheet with the actions, starts selecting items on a long press, or shows the lots of its ingredient; its buttons put it on the list or use
 * some at once.
 */
export function LotList({ rows, onNearEnd, isLow, ...shared }: StockRowsProps) {
  const { box, shown, before, after, measure } = useVirtualRows(rows.length, 57, onNearEnd)
  const { parts } = useLotAmount()
  return (
    <div ref={box}>
      <ul aria-label={t`Inventory`} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map(({ index }) => {
          const row = rows[index]
          return row ? <Row {...shared} {...row} key={row.key} index={index} low={isLow(row.lot)} measure={measure} parts={parts} /> : null
        })}
      </ul>
    </div>
  )
}

const buttonClass = 'inline-flex size-11 items-center justify-center rounded-control text-ink-soft active:bg-hover'

const Row = memo(function Row(props: RowProps) {
  const { lot, group, isExpanded, isPart, index, mayChange, today, onAct, onSelect, onToggle, measure } = props
  const addToList = use(AddToListContext)
  const toUse = group?.toUse ?? lot
  const quantity = oneTapAmount(toUse)
  return (
    <li ref={measure} data-index={index} className="flex border-b border-line last:border-b-0">
      <SwipeRow
        className="flex items-center"
        forward={
          mayChange
            ? {
                label: t`Use ${formatLotAmount(toUse, quantity)}`,
                icon: <Utensils className="size-5" />,
                className: 'bg-herb text-on-herb',
                onSwipe: () => void consume(toUse, quantity, addToList),
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
          aria-expanded={group ? isExpanded : undefined}
          onClick={() => (group ? onToggle(lot.ingredient.id) : onAct(lot, 'detail'))}
          // A long press.
          onContextMenu={(event) => {
            if (!mayChange) return
            event.preventDefault()
            onSelect(lot)
          }}
          className={clsx(
            'flex min-h-14 min-w-0 flex-1 items-center gap-2.5 py-1 text-start outline-offset-[-3px] active:bg-hover',
            isPart ? 'ps-8' : 'ps-3',
            !mayChange && 'pe-3',
          )}
        >
          {isPart ? null : (
            <IngredientGlyph id={lot.ingredient.id} name={lot.ingredient.name} category={lot.ingredient.category} size="small" />
          )}
          <RowText {...props} />
        </button>
        {mayChange ? <RowButtons lot={toUse} quantity={quantity} isPart={isPart} today={today} /> : null}
      </SwipeRow>
    </li>
  )
})

function RowText({ lot, group, isExpanded, isComplete, today, low, parts }: RowProps) {
  return (
    <span className="min-w-0 flex-1">
      {/* The amount gets its own line if it would squeeze the name, as with large text. */}
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="flex min-w-[min(100%,5.5rem)] flex-1 items-center gap-1.5">
          <span className="display line-clamp-2 min-w-0 text-base leading-snug wrap-anywhere">{lot.ingredient.name}</span>
          <RowIcons lot={lot} group={group} low={low} />
        </span>
        <RowAmount
          lot={lot}
          group={group}
          isComplete={isComplete}
          parts={parts}
          className="ms-auto shrink-0 items-end leading-snug [&_.amount]:text-lg"
        />
      </span>
      {/* Text that wraps: a long place takes another line. */}
      <span className="block text-[0.8125rem] leading-snug text-ink-soft wrap-anywhere">
        <LotExpiry lot={lot} today={today} className="max-w-full py-0.5! whitespace-normal!" />
        {isPlainExpiry(lot, today) ? ' · ' : ' '}
        {group ? (
          <>
            {group.isInOnePlace ? <Place lot={lot} /> : null}
            {group.isInOnePlace ? ' · ' : null}
            <GroupCount group={group} isExpanded={isExpanded} className="ms-0!" />
          </>
        ) : (
          <Place lot={lot} />
        )}
      </span>
    </span>
  )
}

const Place = ({ lot: { location, storage } }: Pick<RowProps, 'lot'>) => (
  <LocationLabel location={location} storage={storage} className="inline! [&>span]:whitespace-normal [&>svg]:hidden" />
)

function RowButtons({ lot, quantity, isPart, today }: { lot: Lot; quantity: number; isPart: boolean; today: CalendarDate }) {
  const addToList = use(AddToListContext)
  const amount = formatLotAmount(lot, quantity)
  const name = nameOfRow(lot, isPart, today)
  return (
    <span className="flex shrink-0 pe-1 ps-0.5">
      {addToList && !isPart ? (
        <button type="button" aria-label={t`Add ${name} to the list`} onClick={() => addToList(lot.ingredient)} className={buttonClass}>
          <ListPlus aria-hidden="true" className="size-5" />
        </button>
      ) : null}
      <button
        type="button"
        aria-label={t`Use ${name}: ${amount}`}
        onClick={() => void consume(lot, quantity, addToList)}
        className={clsx(buttonClass, 'w-auto! max-w-16 min-w-11 flex-col gap-0.5 px-0.5 text-herb-ink')}
      >
        <Utensils aria-hidden="true" className="size-4.5 shrink-0" />
        <span aria-hidden="true" className="figures max-w-full truncate text-[0.6875rem] leading-tight">
          {amount}
        </span>
      </button>
    </span>
  )
}
