import { expressionBuilder, sql } from 'kysely'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { isPack, type Pack, packsOfOwnUnits } from '../rules/packs.ts'
import { parseOwnUnits } from './store.ts'
import type { IngredientTables } from './tables.ts'

const eb = expressionBuilder<IngredientTables>()

/** An ingredient's own units and packs as one text. `parsePacks` reads it. */
export type PacksText = string & { readonly brand: 'packs' }

/** One ingredient's own units and packs. The outer query selects from `ingredients`. */
export const packsOfIngredient = (householdId: HouseholdId) =>
  sql<PacksText>`ingredients.own_units || ' ' || coalesce(${eb.parens(barcodePacks(householdId))}, '')`

const barcodePacks = (householdId: HouseholdId) =>
  eb
    .selectFrom('barcodes')
    .select(sql<string>`string_agg(barcodes.pack_milli || ' ' || barcodes.pack_unit, ',')`.as('packs'))
    .where('barcodes.household_id', '=', householdId)
    .where('barcodes.ingredient_id', '=', sql.ref<string>('ingredients.id'))
    .where('barcodes.pack_milli', 'is not', null)

/** Parses packs; null means none. */
export function parsePacks(text: PacksText | null): Pack[] {
  if (text === null) return []
  const end = text.lastIndexOf(']') + 1
  const packs = text
    .slice(end + 1)
    .split(',')
    .flatMap((pack): Pack[] => {
      const [milli = '', unit = ''] = pack.split(' ')
      return unit === '' ? [] : [{ quantity: fromMilli(Number(milli)), unit: unit as Unit }]
    })
  return [...packsOfOwnUnits(parseOwnUnits(text.slice(0, end))), ...packs.filter(isPack)]
}
