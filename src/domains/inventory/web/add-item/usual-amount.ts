import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import { writeNumber } from '#platform/web/ui/field.tsx'

const packs: Partial<Record<Unit, number>> = { g: 500, ml: 500, oz: 8, fl_oz: 12 }

/** How much a new lot starts with, until somebody says otherwise: the scanned pack, else a common pack of that unit. */
export function usualAmount(unit: Unit, ingredient?: Ingredient, barcode?: string): { quantity: string; unit: Unit } {
  const pack =
    ingredient?.barcodes.find(({ code }) => code === barcode) ?? ingredient?.barcodes.find(({ packQuantity }) => packQuantity !== null)
  if (pack && pack.packQuantity !== null) return { quantity: writeNumber(pack.packQuantity), unit: pack.packUnit ?? unit }
  return { quantity: familyOf(unit) === 'count' ? '1' : String(packs[unit] ?? 1), unit }
}
