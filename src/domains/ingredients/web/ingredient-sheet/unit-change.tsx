import { t } from '@lingui/core/macro'
import { type ComponentType, createContext, Suspense, use } from 'react'
import { formatAmount, unitLabel } from '#platform/shared/unit-display.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Ingredient } from '../../contract/index.ts'

export interface UnitChangeProps {
  ingredient: Ingredient
  /** The unit that was chosen instead of the ingredient's. */
  unit: Unit
  /** As in the form. */
  conversions: readonly Conversion[]
}

/** The component that says what the stock is in another unit, which a later domain provides. */
export const StockInUnitContext = createContext<ComponentType<UnitChangeProps> | null>(null)

/** Returns an amount with what it is in another unit: `2 kg → 2,000 g`; null if it can't be converted. */
export function amountInUnit(quantity: number, from: Unit, to: Unit, conversions: readonly Conversion[]): string | null {
  const converted = convert(quantity, from, to, conversions)
  return converted === null ? null : `${formatAmount(quantity, from)} → ${formatAmount(converted, to)}`
}

/** Previews what another default unit does to the minimum and the stock. */
export function UnitChange(props: UnitChangeProps) {
  const { ingredient, unit, conversions } = props
  const StockInUnit = use(StockInUnitContext)
  const { defaultUnit: from, parLevel } = ingredient
  if (unit === from) return null
  const [fromLabel, toLabel] = [unitLabel(from), unitLabel(unit)]
  if (convert(1, from, unit, conversions) === null)
    return (
      <Notice tone="soon">
        {t`There is no conversion from ${fromLabel} to ${toLabel}. Add one below, or check the minimum: its number stays as it is.`}
      </Notice>
    )
  const par = parLevel === null ? null : amountInUnit(parLevel, from, unit, conversions)
  return (
    <Notice>
      {par === null ? t`Items keep the unit they were added in.` : t`Minimum: ${par}. Items keep the unit they were added in.`}
      {StockInUnit ? (
        <Suspense fallback={null}>
          <StockInUnit {...props} />
        </Suspense>
      ) : null}
    </Notice>
  )
}
