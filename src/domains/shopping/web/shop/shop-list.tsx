import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useId, useMemo, useState } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { UnsyncedMark } from '#platform/web/ui/unsynced-mark.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { useItemAmount } from '../shopping-list/use-item-amount.ts'

interface ShopListProps {
  items: readonly ShoppingItem[]
  /** Rows to buy in other stores only. */
  elsewhere: readonly ShoppingItem[]
  unsynced: ReadonlySet<string>
  /** Rows that others added since the page opened. */
  added: ReadonlySet<string>
  canEdit: boolean
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}

/** Open rows by aisle in walking order, then in collapsed sections those for other stores and the checked ones. */
export function ShopList({ items, elsewhere, ...rows }: ShopListProps) {
  const { aisles, basket } = useMemo(() => {
    const open = items.filter(({ isChecked }) => !isChecked)
    const inBasket = items.filter(({ isChecked }) => isChecked)
    const newestFirst = inBasket.toSorted((a, b) => ((a.checkedAt ?? '') < (b.checkedAt ?? '') ? 1 : -1))
    return { aisles: [...Map.groupBy(open, ({ category }) => category)], basket: newestFirst }
  }, [items])
  return (
    <>
      {aisles.map(([category, found]) => (
        <section
          key={category}
          aria-label={categoryLabel(category)}
          className="[contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
        >
          <h2 className="sticky top-0 z-10 flex min-h-9 items-center justify-between border-y border-line bg-sunken px-4 text-sm font-semibold text-ink-soft">
            {categoryLabel(category)}
            <span className="figures font-normal">{found.length}</span>
          </h2>
          <ShopRows items={found} {...rows} />
        </section>
      ))}
      <Fold label={t`Other stores`} items={elsewhere} {...rows}>
        <Trans>
          Other stores <span className="figures font-normal">{elsewhere.length}</span>
        </Trans>
      </Fold>
      <Fold label={t`In the cart`} items={basket} {...rows}>
        <Trans>
          In the cart <span className="figures font-normal">{basket.length}</span>
        </Trans>
      </Fold>
    </>
  )
}

/** A collapsed section; nothing if it has no rows. */
function Fold({ label, items, children, ...rows }: Omit<ShopListProps, 'elsewhere'> & { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <section aria-label={label}>
      <h2 className="border-y border-line bg-sunken">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-14 w-full items-center justify-between px-4 text-base font-semibold text-ink-soft"
        >
          <span>{children}</span>
          <ChevronDown aria-hidden="true" className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      {isOpen ? <ShopRows items={items} {...rows} /> : null}
    </section>
  )
}

const ShopRows = ({ items, unsynced, added, canEdit, onCheck, onOpen }: Omit<ShopListProps, 'elsewhere'>) => (
  <ul>
    {items.map((item) => (
      <ShopRow
        key={item.id}
        item={item}
        isUnsynced={unsynced.has(item.id)}
        isNew={added.has(item.id)}
        canEdit={canEdit}
        onCheck={onCheck}
        onOpen={onOpen}
      />
    ))}
  </ul>
)

/** A row in shop mode: tapping it anywhere checks it off, except on the amount, which opens it. At least 56 px high. */
const ShopRow = memo(function ShopRow({
  item,
  isUnsynced,
  isNew,
  canEdit,
  onCheck,
  onOpen,
}: {
  item: ShoppingItem
  isUnsynced: boolean
  isNew: boolean
  canEdit: boolean
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}) {
  const { parts } = useItemAmount()
  const { ingredientName: name, isChecked } = item
  const words = useId()
  const { value, unit } = parts(item)
  return (
    <li className="flex border-b border-line last:border-b-0">
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
        <span className={clsx('display min-w-0 flex-1 text-xl leading-tight break-words', isChecked && 'text-ink-soft line-through')}>
          <span id={words}>{name}</span>
          {isNew && !isChecked ? (
            <span className="ms-2 inline-block rounded-full bg-herb-soft px-2.5 py-0.5 align-middle font-sans text-sm font-semibold whitespace-nowrap text-herb-ink">
              <Trans>Just added</Trans>
            </span>
          ) : null}
          {item.note ? (
            <span
              id={`${words}-note`}
              className="mt-0.5 line-clamp-3 font-sans text-base leading-snug font-normal wrap-anywhere whitespace-pre-line text-ink-soft"
            >
              {item.note}
            </span>
          ) : null}
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
          <span className="amount">{value}</span> <span className="text-sm text-ink-soft">{unit}</span>
        </span>
      </button>
    </li>
  )
})
