import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { aisleLabel } from '#domains/ingredients/rules/aisle.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { ShopRow } from './shop-row.tsx'

interface ShopListProps {
  items: readonly ShoppingItem[]
  unsent: ReadonlySet<string>
  mayChange: boolean
  onCheck: (item: ShoppingItem, isChecked: boolean) => void
  onOpen: (id: string) => void
}

/** What is still to be found, aisle by aisle in the order of the walk; what is in the basket below, folded away. */
export function ShopList({ items, unsent, mayChange, onCheck, onOpen }: ShopListProps) {
  const [isBasketOpen, setIsBasketOpen] = useState(false)
  const { aisles, basket } = useMemo(() => {
    const open = items.filter(({ isChecked }) => !isChecked)
    const inBasket = items.filter(({ isChecked }) => isChecked)
    // What went in last lies on top.
    const newestFirst = inBasket.toSorted((a, b) => ((a.checkedAt ?? '') < (b.checkedAt ?? '') ? 1 : -1))
    return { aisles: [...Map.groupBy(open, ({ category }) => category)], basket: newestFirst }
  }, [items])
  return (
    <>
      {aisles.map(([category, rows]) => (
        <section key={category} aria-label={aisleLabel(category)} className="[contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
          <h2 className="sticky top-0 z-10 flex min-h-9 items-center justify-between border-y border-line bg-sunken px-4 text-sm font-semibold text-ink-soft">
            {aisleLabel(category)}
            <span className="figures font-normal">{rows.length}</span>
          </h2>
          <ul>
            {rows.map((item) => (
              <ShopRow key={item.id} item={item} isUnsent={unsent.has(item.id)} mayChange={mayChange} onCheck={onCheck} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
      {basket.length > 0 ? (
        <section aria-label={t`In the cart`}>
          <h2 className="border-y border-line bg-sunken">
            <button
              type="button"
              aria-expanded={isBasketOpen}
              onClick={() => setIsBasketOpen(!isBasketOpen)}
              className="flex min-h-14 w-full items-center justify-between px-4 text-base font-semibold text-ink-soft"
            >
              <span>
                <Trans>
                  In the cart <span className="figures font-normal">{basket.length}</span>
                </Trans>
              </span>
              <ChevronDown aria-hidden="true" className={`size-5 transition-transform ${isBasketOpen ? 'rotate-180' : ''}`} />
            </button>
          </h2>
          {isBasketOpen ? (
            <ul>
              {basket.map((item) => (
                <ShopRow key={item.id} item={item} isUnsent={unsent.has(item.id)} mayChange={mayChange} onCheck={onCheck} onOpen={onOpen} />
              ))}
            </ul>
          ) : null}
        </section>
      ) : null}
    </>
  )
}
