import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { memo, useId } from 'react'
import { useUnits } from '#domains/settings/web/index.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { Unsent } from '../shopping-list/row-parts.tsx'

/** A row for a thumb on the move: all of it ticks it off, 56 px at least, but for the amount, which opens it. */
export const ShopRow = memo(function ShopRow({
  item,
  isUnsent,
  mayChange,
  onCheck,
  onOpen,
}: {
  item: ShoppingItem
  isUnsent: boolean
  mayChange: boolean
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}) {
  const { parts } = useUnits()
  const { ingredientName: name, isChecked } = item
  const words = useId()
  const { value, unit } = parts(item.suggestedQuantity, item.unit)
  return (
    <li className="flex border-b border-line last:border-b-0">
      <label className="flex min-h-16 min-w-0 flex-1 cursor-pointer items-center gap-4 py-2 ps-4 select-none active:bg-hover">
        <span className="relative flex size-8 shrink-0">
          <input
            type="checkbox"
            aria-labelledby={words}
            aria-describedby={`${words}-amount`}
            checked={isChecked}
            disabled={!mayChange}
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
          {isUnsent ? (
            <>
              {' '}
              <Unsent />
            </>
          ) : null}
        </span>
      </label>
      <button
        type="button"
        aria-describedby={words}
        disabled={!mayChange}
        onClick={() => onOpen(item.id)}
        className={clsx('min-h-16 min-w-16 shrink-0 ps-3 pe-4 text-end whitespace-nowrap active:bg-hover', isChecked && 'text-ink-soft')}
      >
        <span className="sr-only">{t`Change`} </span>
        <span id={`${words}-amount`} className={clsx(mayChange && 'underline decoration-edge decoration-dotted underline-offset-6')}>
          <span className="amount">{value}</span> <span className="text-sm text-ink-soft">{unit}</span>
        </span>
      </button>
    </li>
  )
})
