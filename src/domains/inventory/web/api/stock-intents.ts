import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import { deriveLocally } from '#platform/web/api/local-source.ts'
import type { NewLot } from '../../contract.ts'
import { lotById } from '../../rules/local-lots.ts'
import type { AmountToTake } from '../../rules/stock.ts'
import { type LotTake, lotTakes, type TakeOptions } from './compute-lot-takes.ts'
import { createUseIntent } from './create-use-intent.ts'
import { lotToAdd } from './lot-to-add.ts'
import { type LotsIntent, oppositeOf, takeAllIntent } from './pending-lot-actions.ts'

/** What a change of several lots does on screen, and what undoing it does. */
export interface StockIntents {
  readonly intent: LotsIntent
  readonly opposite: LotsIntent
}

/** Returns what taking these amounts does. Nothing without a copy of the household. */
export const createTakeIntents = (household: string | null, amounts: readonly AmountToTake[], options: TakeOptions = {}): StockIntents =>
  stockIntents(deriveLocally(household, (tables, context) => lotTakes(tables, context, amounts, options)) ?? [])

/** Returns what using an amount of one lot does. Nothing without a copy of the household, or if the amount doesn't convert to its unit. */
export const createLotUseIntents = (household: string | null, lotId: string, quantity: number, unit: Unit): StockIntents =>
  stockIntents(
    deriveLocally(household, (tables, context) => {
      const lot = lotById(tables, lotId, context)
      const conversions = tables.get(ingredientTable, lot?.ingredient.id ?? '')?.conversions ?? []
      const milli = lot ? convertMilli(toMilli(quantity), unit, lot.unit, conversions) : null
      if (!lot || milli === null) return []
      const intent = createUseIntent(lot, fromMilli(milli))
      return [{ intent, opposite: oppositeOf(intent, lot) }]
    }) ?? [],
  )

/** Returns what adding a lot does. */
export const createAddIntents = (household: string, lot: NewLot & { id: string }): StockIntents =>
  stockIntents([{ intent: lotToAdd(lot, household).intent, opposite: takeAllIntent(lot) }])

const stockIntents = (parts: readonly LotTake[]): StockIntents => ({
  intent: { lots: parts.map(({ intent }) => intent) },
  opposite: { lots: parts.map(({ opposite }) => opposite) },
})
