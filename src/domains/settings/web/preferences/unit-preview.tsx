import { t } from '@lingui/core/macro'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import type { Unit, UnitDisplay } from '#platform/shared/units.ts'
import { Amount } from '#platform/web/ui/amount.tsx'
import { partsOf } from '../api/index.ts'

const shelf: { name: string; category: string; quantity: number; unit: Unit }[] = [
  { name: t`Flour`, category: 'Baking', quantity: 1.5, unit: 'kg' },
  { name: t`Milk`, category: 'Dairy & Eggs', quantity: 1, unit: 'l' },
  { name: t`Olive oil`, category: 'Oils & Vinegars', quantity: 12, unit: 'fl_oz' },
  { name: t`Eggs`, category: 'Dairy & Eggs', quantity: 7, unit: 'each' },
  { name: t`Saffron`, category: 'Spices & Herbs', quantity: 2, unit: 'g' },
]

/** Sample quantities in the chosen units. */
export function UnitPreview({ prefs }: { prefs: UnitDisplay }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {shelf.map(({ name, category, quantity, unit }) => (
        <li key={name} className="flex items-center gap-3 py-2.5">
          <IngredientGlyph name={name} category={category} size="small" />
          <span className="min-w-0 flex-1 font-medium">{name}</span>
          <Amount {...partsOf(quantity, unit, prefs)} className="items-end text-end" />
        </li>
      ))}
    </ul>
  )
}
