import { expressionBuilder, sql } from 'kysely'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { isPack, type Pack } from '../rules/packs.ts'
import type { IngredientTables } from './tables.ts'

const eb = expressionBuilder<IngredientTables>()

/** An ingredient's packs as one text. `parsePacks` reads it. */
export type PacksText = string & { readonly brand: 'packs' }

/** One ingredient's packs. `ingredient` is a column of the outer query. */
export const packsOfIngredient = (householdId: HouseholdId, ingredient: string) =>
  eb
    .selectFrom('barcodes')
    .select(sql<PacksText>`string_agg(barcodes.pack_milli || ' ' || barcodes.pack_unit, ',')`.as('packs'))
    .where('barcodes.household_id', '=', householdId)
    .where('barcodes.ingredient_id', '=', sql.ref<string>(ingredient))
    .where('barcodes.pack_milli', 'is not', null)

/** Parses packs; null means none. */
export function parsePacks(text: PacksText | null): Pack[] {
  const packs = (text ?? '').split(',').flatMap((pack): Pack[] => {
    const [milli = '', unit = ''] = pack.split(' ')
    return unit === '' ? [] : [{ quantity: fromMilli(Number(milli)), unit: unit as Unit }]
  })
  return packs.filter(isPack)
}
