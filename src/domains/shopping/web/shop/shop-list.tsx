import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, ChevronDown, Ellipsis } from 'lucide-react'
import { memo, type RefObject, useCallback, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { IngredientThumbnail } from '#domains/ingredients/web/index.ts'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import { useVirtualRowsIn } from '#platform/web/ui/use-virtual-rows.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { amountsToBuy, groupSameItems, partsOf } from '../../rules/group-same-items.ts'
import { fewRows } from '../shopping-list/row-parts.tsx'
import { shownNote, useItemAmount } from '../shopping-list/use-item-amount.ts'
import type { TappedChecks } from './use-tapped-checks.ts'

interface ShopListProps {
  items: readonly ShoppingItem[]
  /** Rows to buy in other stores only. */
  elsewhere: readonly ShoppingItem[]
  unsynced: ReadonlySet<string>
  /** Rows that others added since the page opened. */
  added: ReadonlySet<string>
  tapped: TappedChecks
  canEdit: boolean
  /** The element that the rows scroll in. */
  scroller: RefObject<HTMLElement | null>
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}

/** A part of the list with a heading. */
interface Section {
  readonly key: string
  readonly name: string
  readonly count: number
  /** None while it is collapsed. */
  readonly rows: readonly ShoppingItem[]
  /** Null if it can't be collapsed. */
  readonly fold: { readonly isOpen: boolean; readonly toggle: () => void } | null
}

const unpaintedOffScreen = '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]'

/** Open rows by aisle in walking order, then in collapsed sections those for other stores and the checked ones. */
export const ShopList = memo(function ShopList({
  items,
  elsewhere,
  unsynced,
  added,
  tapped,
  canEdit,
  scroller,
  onCheck,
  onOpen,
}: ShopListProps) {
  const sections = useSections(items, elsewhere)
  const { box, measure, parts } = useRenderedParts(sections, scroller)
  return (
    <div ref={box}>
      {sections.map(({ key, name, count, rows, fold }, at) => {
        const { heading, from, to, before, after, isWhole } = parts[at] ?? noPart
        return (
          <section key={key} aria-label={name} className={isWhole && !fold ? unpaintedOffScreen : undefined}>
            <Heading name={name} count={count} fold={fold} index={heading} measure={measure} />
            {rows.length > 0 ? (
              <ul style={{ paddingTop: before, paddingBottom: after }}>
                {rows.slice(from, to).map((item, place) => (
                  <li
                    key={item.id}
                    ref={measure}
                    data-index={heading + 1 + from + place}
                    aria-setsize={isWhole ? undefined : rows.length}
                    aria-posinset={isWhole ? undefined : from + place + 1}
                    className={clsx('flex', from + place < rows.length - 1 && 'border-b border-line')}
                  >
                    <ShopRow
                      item={item}
                      isUnsynced={partsOf(item).some(({ id }) => unsynced.has(id))}
                      isNew={partsOf(item).some(({ id }) => added.has(id))}
                      tapped={tapped}
                      canEdit={canEdit}
                      onCheck={onCheck}
                      onOpen={onOpen}
                    />
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
        )
      })}
    </div>
  )
})

function useSections(items: readonly ShoppingItem[], elsewhere: readonly ShoppingItem[]): readonly Section[] {
  const [isElsewhereOpen, setElsewhereOpen] = useState(false)
  const [isCartOpen, setCartOpen] = useState(false)
  return useMemo(() => {
    const aisles = Map.groupBy(groupSameItems(items.filter(({ isChecked }) => !isChecked)), ({ category }) => category)
    const cart = groupSameItems(
      items.filter(({ isChecked }) => isChecked).sort((a, b) => ((a.checkedAt ?? '') < (b.checkedAt ?? '') ? 1 : -1)),
    )
    const folded = (
      key: string,
      name: string,
      rows: readonly ShoppingItem[],
      isOpen: boolean,
      open: (isOpen: boolean) => void,
    ): Section[] =>
      rows.length === 0 ? [] : [{ key, name, count: rows.length, rows: isOpen ? rows : [], fold: { isOpen, toggle: () => open(!isOpen) } }]
    return [
      ...[...aisles].map(
        ([category, rows]): Section => ({ key: `aisle ${category}`, name: categoryLabel(category), count: rows.length, rows, fold: null }),
      ),
      ...folded('elsewhere', t`Other stores`, groupSameItems(elsewhere), isElsewhereOpen, setElsewhereOpen),
      ...folded('cart', t`In the cart`, cart, isCartOpen, setCartOpen),
    ]
  }, [items, elsewhere, isElsewhereOpen, isCartOpen])
}

/** What is rendered of a section: its heading always, so that the whole list can be walked by headings, and the rows near the viewport. */
interface Part {
  /** The index of the heading among all headings and rows. */
  readonly heading: number
  /** The first rendered row, and the one after the last. */
  readonly from: number
  readonly to: number
  /** The height of the rows before and after, in pixels. */
  readonly before: number
  readonly after: number
  /** Whether all of the list is rendered. */
  readonly isWhole: boolean
}
const noPart: Part = { heading: 0, from: 0, to: 0, before: 0, after: 0, isWhole: true }

function useRenderedParts(sections: readonly Section[], scroller: RefObject<HTMLElement | null>) {
  const keys = useMemo(() => sections.flatMap(({ key, rows }) => [key, ...rows.map(({ id }) => `${key} ${id}`)]), [sections])
  const keyOf = useCallback((index: number) => keys[index] ?? '', [keys])
  const { box, from, to, offsetOf, measure } = useVirtualRowsIn(scroller, { count: keys.length, rowHeightPx: 65, keyOf })
  const isWhole = keys.length <= fewRows
  const parts: Part[] = []
  let heading = 0
  for (const { rows } of sections) {
    const [first, end] = [heading + 1, heading + 1 + rows.length]
    const [start, stop] = isWhole ? [first, end] : [clamp(from, first, end), clamp(to, first, end)]
    const [before, after] = isWhole ? [0, 0] : [offsetOf(start) - offsetOf(first), offsetOf(end) - offsetOf(stop)]
    parts.push({ heading, from: start - first, to: stop - first, before, after, isWhole })
    heading = end
  }
  return { box, measure: isWhole ? undefined : measure, parts }
}

const clamp = (index: number, min: number, max: number) => Math.min(max, Math.max(min, index))

interface HeadingProps extends Pick<Section, 'name' | 'count' | 'fold'> {
  index: number
  measure: ((heading: Element | null) => void) | undefined
}

function Heading({ name, count, fold, index, measure }: HeadingProps) {
  if (!fold)
    return (
      <h2
        ref={measure}
        data-index={index}
        className="sticky top-0 z-10 flex min-h-9 items-center justify-between border-y border-line bg-sunken px-4 text-sm font-semibold text-ink-soft"
      >
        {name}
        <span className="figures font-normal">{count}</span>
      </h2>
    )
  return (
    <h2 ref={measure} data-index={index} className="border-y border-line bg-sunken">
      <button
        type="button"
        aria-expanded={fold.isOpen}
        onClick={fold.toggle}
        className="flex min-h-14 w-full items-center justify-between px-4 text-base font-semibold text-ink-soft"
      >
        <span>
          {name} <span className="figures font-normal">{count}</span>
        </span>
        <ChevronDown aria-hidden="true" className={`size-5 transition-transform ${fold.isOpen ? 'rotate-180' : ''}`} />
      </button>
    </h2>
  )
}

/** A row in shop mode: tapping it anywhere checks it off, except on the amount, which opens it. At least 56 px high. */
const ShopRow = memo(function ShopRow({
  item,
  isUnsynced,
  isNew,
  tapped,
  canEdit,
  onCheck,
  onOpen,
}: {
  item: ShoppingItem
  isUnsynced: boolean
  isNew: boolean
  tapped: TappedChecks
  canEdit: boolean
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}) {
  const { parts } = useItemAmount()
  const { ingredientName: name } = item
  const isChecked = useSyncExternalStore(tapped.watch, () => tapped.get().get(item.id)) ?? item.isChecked
  const words = useId()
  const note = shownNote(item)
  const amounts = amountsToBuy(item).map(parts)
  return (
    <>
      <label className="flex min-h-16 min-w-0 flex-1 cursor-pointer items-center gap-4 py-2 ps-4 select-none active:bg-hover">
        <span className="relative flex size-8 shrink-0">
          <input
            type="checkbox"
            aria-labelledby={words}
            aria-describedby={`${words}-note ${words}-amount`}
            checked={isChecked}
            disabled={!canEdit}
            onChange={(event) => onCheck(item, event.target.checked)}
            className="peer size-8 appearance-none rounded-full border-2 border-edge bg-card checked:border-herb checked:bg-herb disabled:opacity-50"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto hidden size-5 text-on-herb peer-checked:block"
          />
        </span>
        <IngredientThumbnail id={item.ingredientId} name={name} category={item.category} className={isChecked ? 'opacity-45' : ''} />
        <span className={clsx('display min-w-0 flex-1 text-xl leading-tight break-words', isChecked && 'text-ink-soft line-through')}>
          <span id={words}>{name}</span>
          {isNew && !isChecked ? (
            <span className="ms-2 inline-block rounded-full bg-herb-soft px-2.5 py-0.5 align-middle font-sans text-sm font-semibold whitespace-nowrap text-herb-ink">
              <Trans>Just added</Trans>
            </span>
          ) : null}
          {note === '' ? null : (
            <span
              id={`${words}-note`}
              className="mt-0.5 line-clamp-3 font-sans text-base leading-snug font-normal wrap-anywhere whitespace-pre-line text-ink-soft"
            >
              {note}
            </span>
          )}
          {isUnsynced ? (
            <>
              {' '}
              <UnsyncedMark />
            </>
          ) : null}
        </span>
      </label>
      <button
        type="button"
        aria-describedby={words}
        disabled={!canEdit}
        onClick={() => onOpen(item.id)}
        className={clsx('min-h-16 min-w-16 shrink-0 ps-3 pe-4 text-end whitespace-nowrap active:bg-hover', isChecked && 'text-ink-soft')}
      >
        <span className="sr-only">{t`Change`} </span>
        <span id={`${words}-amount`} className={clsx(canEdit && 'underline decoration-edge decoration-dotted underline-offset-6')}>
          {amounts.length === 0 ? <Ellipsis aria-hidden="true" className="inline size-5" /> : null}
          {amounts.map(({ value, unit }) => (
            <span key={unit} className="block">
              <span className="amount">{value}</span> <span className="text-sm text-ink-soft">{unit}</span>
            </span>
          ))}
        </span>
      </button>
    </>
  )
})
