import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Ellipsis, ListPlus, Pencil, Trash2, Utensils } from 'lucide-react'
import { memo, type ReactNode, use } from 'react'
import { IngredientGlyph, LocationLabel, wholeLocation } from '#domains/ingredients/web/index.ts'
import { formatDate } from '#platform/shared/format-date.ts'
import { useVirtualRows } from '#platform/web/ui/use-virtual-rows.ts'
import { daysLeft } from '../../rules/expiry-status.ts'
import { formatLotAmountOf } from '../../rules/lot-amount.ts'
import { consume } from '../api/lot-actions.ts'
import { isCounted, oneTapAmount } from '../api/one-tap-amount.ts'
import { isShownAsDate, LotExpiry } from '../fields/lot-badges.tsx'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { AddToListContext } from '../lot-sheet/add-to-list.ts'
import { GroupCount, nameOfRow, RowAmount, RowIcons, type RowProps, type StockRowsProps } from './stock-row.tsx'

const columns: readonly { name: string; width: string }[] = [
  { name: t`Item`, width: 'w-auto' },
  { name: t`Quantity`, width: 'w-28' },
  { name: t`Location`, width: 'w-44 max-lg:w-38' },
  { name: t`Expiration`, width: 'w-46 max-lg:w-34' },
  { name: t({ message: 'Added By', context: 'column' }), width: 'w-28 max-xl:hidden' },
]

/** The stock on a wide screen. */
export function LotTable({ rows, isLow, onNearEnd, ...shared }: StockRowsProps) {
  const { mayChange, isComplete } = shared
  const { box, shown, before, after, measure } = useVirtualRows(rows.length, 49, onNearEnd)
  // Called once for all rows, which keeps scrolling fast.
  const { parts } = useLotAmount()
  return (
    <div ref={box}>
      <table
        aria-label={t`Inventory`}
        aria-rowcount={isComplete ? rows.length + 1 : -1}
        className="w-full table-fixed border-collapse text-start"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, width }) => (
              <Head key={name} className={width}>
                {name}
              </Head>
            ))}
            <Head className={mayChange ? 'w-48 max-lg:w-26' : 'w-16'}>
              {mayChange ? (
                t`Actions`
              ) : (
                <span className="sr-only">
                  <Trans>Actions</Trans>
                </span>
              )}
            </Head>
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {shown.map(({ index }) => {
            const row = rows[index]
            return row ? (
              <Row {...shared} {...row} key={row.key} index={index} low={isLow(row.lot)} measure={measure} parts={parts} />
            ) : null
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

const Head = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <th
    scope="col"
    className={`h-10 border-b border-line truncate px-3 text-sm font-semibold text-ink-soft first:ps-5 last:pe-3 ${className ?? ''}`}
  >
    {children}
  </th>
)

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row only takes up the space of rows out of sight
    <tr aria-hidden="true">
      <td colSpan={6} style={{ height, padding: 0 }} />
    </tr>
  ) : null

const cell = 'h-12 px-3 py-0.5 align-middle first:ps-5 last:pe-2'

const Row = memo(function Row(props: RowProps) {
  const { lot, group, isComplete, isPart, index, mayChange, today, measure, parts } = props
  const { location, storage } = lot
  const left = daysLeft(lot.effectiveExpiration, today)
  // The words already say today, tomorrow and a date far away.
  const date =
    lot.effectiveExpiration && left !== 0 && left !== 1 && !isShownAsDate(left) ? formatDate(lot.effectiveExpiration, today) : null
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="border-b border-line last:border-b-0 hover:bg-hover/60">
      <td className={clsx(cell, isPart && 'ps-16!')}>
        <NameCell {...props} />
      </td>
      <td className={cell}>
        <RowAmount lot={lot} group={group} isComplete={isComplete} parts={parts} />
      </td>
      <td className={cell}>
        {group?.isInOnePlace === false ? null : (
          <LocationLabel
            location={location}
            storage={storage}
            className={clsx(wholeLocation, 'text-[0.9375rem] leading-tight max-lg:[&>svg]:hidden')}
          />
        )}
      </td>
      <td className={cell}>
        <span className="flex flex-wrap items-center gap-x-2 text-sm" title={lot.expirationReason ?? undefined}>
          <LotExpiry lot={lot} today={today} />
          {date ? <span className="figures text-ink-soft max-lg:hidden">{date}</span> : null}
        </span>
      </td>
      <td className={`${cell} truncate text-ink-soft max-xl:hidden`}>{group ? null : `${lot.user.firstName} ${lot.user.lastName}`}</td>
      <td className={cell}>
        <div className="-ms-3 flex items-center">{mayChange ? <Tools {...props} /> : group ? null : <MoreTool {...props} />}</div>
      </td>
    </tr>
  )
})

function NameCell({ lot, group, isExpanded, isPart, low, onAct, onToggle }: RowProps) {
  const { id, name, category } = lot.ingredient
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      {isPart ? null : <IngredientGlyph id={id} name={name} category={category} size="small" />}
      <button
        type="button"
        aria-expanded={group ? isExpanded : undefined}
        onClick={() => (group ? onToggle(id) : onAct(lot, 'detail'))}
        className="display block min-h-11 min-w-min py-1 text-start text-base leading-tight hover:underline"
      >
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="line-clamp-2 wrap-anywhere">{name}</span>{' '}
          {group ? <GroupCount group={group} isExpanded={isExpanded} className="ms-0! shrink-0 font-sans text-sm" /> : null}
        </span>
      </button>
      <RowIcons lot={lot} group={group} low={low} />
    </div>
  )
}

function MoreTool({ lot, onAct }: RowProps) {
  const { name } = lot.ingredient
  return (
    <Tool label={t`More about ${name}`} onPress={() => onAct(lot, 'detail')}>
      <Ellipsis aria-hidden="true" />
    </Tool>
  )
}

/** What a member does with a row. A group's lots are edited and deleted one by one. */
function Tools({ lot, group, isPart, today, onAct }: RowProps) {
  const addToList = use(AddToListContext)
  const name = nameOfRow(lot, isPart, today)
  const toUse = group?.toUse ?? lot
  const quantity = oneTapAmount(toUse)
  return (
    <>
      {isCounted(toUse) ? (
        <Tool
          label={t`Use ${name}`}
          hint={t`Use ${formatLotAmountOf(toUse, quantity)}`}
          onPress={() => void consume(toUse, quantity, addToList)}
        >
          <Utensils aria-hidden="true" />
        </Tool>
      ) : (
        <Tool label={t`Use ${name}`} onPress={() => onAct(toUse, 'use')}>
          <Utensils aria-hidden="true" />
        </Tool>
      )}
      {addToList && !isPart ? (
        <Tool label={t`Add ${name} to the list`} onPress={() => addToList(lot.ingredient)}>
          <ListPlus aria-hidden="true" />
        </Tool>
      ) : addToList ? (
        <span className="size-11" />
      ) : null}
      {group ? null : (
        // A small window has room for the name instead: the item's sheet has both.
        <span className="flex max-lg:hidden">
          <Tool label={t`Edit ${name}`} onPress={() => onAct(lot, 'edit')}>
            <Pencil aria-hidden="true" />
          </Tool>
          <Tool label={t`Delete ${name}`} onPress={() => onAct(lot, 'remove')}>
            <Trash2 aria-hidden="true" />
          </Tool>
        </span>
      )}
    </>
  )
}

// Plain buttons with the browser's tooltip, since three per row must not slow scrolling.
const Tool = ({ label, hint = label, onPress, children }: { label: string; hint?: string; onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    aria-label={label}
    title={hint}
    onClick={onPress}
    className="inline-flex size-11 items-center justify-center rounded-control text-ink-soft transition-colors duration-100 hover:bg-hover hover:text-ink [&_svg]:size-5"
  >
    {children}
  </button>
)
