import { Trans } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import { aisleLabel } from '#domains/ingredients/rules/aisle.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import type { ShoppingItem } from '../../contract/index.ts'

/** The list on paper: names, quantities, a box to tick. Only a printer sees it. */
export function PrintSheet({ items }: { items: readonly ShoppingItem[] }) {
  const { show } = useUnits()
  const groups = [...Map.groupBy(items, ({ category }) => category)]
  return createPortal(
    <div className="print-sheet" aria-hidden="true">
      <p className="display text-2xl">
        <Trans>Shopping list</Trans>
      </p>
      <div className="mt-4 columns-2 gap-8">
        {groups.map(([category, those]) => (
          <div key={category} className="mb-4 break-inside-avoid">
            <p className="font-semibold">{aisleLabel(category)}</p>
            {those.map((item) => (
              <p key={item.id} className="flex gap-2">
                <span>{item.isChecked ? '☑' : '☐'}</span>
                <span className="flex-1">{item.ingredientName}</span>
                <span className="figures">{show(item.suggestedQuantity, item.unit)}</span>
              </p>
            ))}
          </div>
        ))}
      </div>
    </div>,
    document.body,
  )
}
